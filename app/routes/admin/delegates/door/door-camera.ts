type Detector = { detect(image: CanvasImageSource): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Time between scanned frames: short enough for a queue, long enough to save the battery. */
const PAUSE_MS = 120;

/**
 * Shows the rear camera in `video` until a QR code is found, then turns the camera off.
 * Returns null if `signal` ended the scan.
 */
export async function scanQrCode(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<{ ok: true; text: string } | { ok: false; problem: string } | null> {
  // Browsers omit `mediaDevices` on pages loaded over plain HTTP.
  if (!navigator.mediaDevices?.getUserMedia) {
    const problem = "This browser does not let this page use the camera. The camera works only over https.";
    return { ok: false, problem };
  }
  let stream: MediaStream | undefined;
  try {
    const detector = await makeDetector();
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play();
    const text = await firstCode(detector, video, signal);
    if (text === null) return null;
    navigator.vibrate?.(80);
    return { ok: true, text };
  } catch {
    return signal.aborted ? null : { ok: false, problem: NO_CAMERA };
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}

async function makeDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? [];
  if (own && formats.includes("qr_code")) return new own({ formats: ["qr_code"] });
  const { BarcodeDetector } = await import("qr/decode.js");
  return new BarcodeDetector({ formats: ["qr_code"] }) as Detector;
}

async function firstCode(detector: Detector, video: HTMLVideoElement, signal: AbortSignal) {
  while (!signal.aborted) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const [code] = await detector.detect(video);
      if (signal.aborted) return null;
      if (code?.rawValue) return code.rawValue;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

const NO_CAMERA =
  "The camera could not be used. Allow it for this site in the browser’s settings, close other programs that use it, or type the name or the reference.";
