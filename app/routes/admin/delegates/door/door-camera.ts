import { BarcodeDetector } from "qr/decode.js";

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
  let stream: MediaStream | undefined;
  try {
    // Throws on pages loaded over plain HTTP, where browsers omit `mediaDevices`.
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play();
    const text = await firstCode(video, signal);
    if (text === null) return null;
    navigator.vibrate?.(80);
    return { ok: true, text };
  } catch {
    return signal.aborted ? null : { ok: false, problem: NO_CAMERA };
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}

async function firstCode(video: HTMLVideoElement, signal: AbortSignal) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
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
  "The camera could not be used. It works only over https. Allow it for this site in the browser’s settings, close other programs that use it, or type the name or the reference.";
