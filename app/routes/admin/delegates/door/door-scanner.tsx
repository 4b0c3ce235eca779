import { useEffect, useEffectEvent, useRef, useState } from "react";
import { href, useNavigate, useSearchParams } from "react-router";
import { getLoadedUrl, useHydrated } from "#app/components/page/loaded-document.ts";

export function DoorScanner() {
  const isHydrated = useHydrated();
  const [searchParams] = useSearchParams();
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wantsScan = searchParams.has("scan");
  useEffect(() => {
    if (wantsScan) setOn(true);
  }, [wantsScan]);

  const start = () => {
    setProblem(null);
    // Camera access is granted to a document, not to a screen.
    if (getLoadedUrl()?.pathname === DOOR) setOn(true);
    else window.location.assign(`${DOOR}?scan`);
  };
  const stop = (why: string | null) => {
    setProblem(why);
    setOn(false);
  };
  return (
    // Reserves space for the button until hydration.
    <div className="door-scanner">
      {isHydrated && (
        <>
          <button
            type="button"
            className="small-button min-h-12 w-full justify-center"
            onClick={isOn ? () => stop(null) : start}
          >
            {isOn ? "Stop scanning" : "Scan QR code"}
          </button>
          {/* Overlays the results below, so nothing moves. */}
          <div className={isOn ? "card absolute inset-x-0 top-full z-10" : problem ? "mt-2" : ""}>
            {isOn && <Viewfinder stop={stop} />}
            <p role="status">{problem ?? (isOn ? "Hold the QR code in front of the camera." : null)}</p>
          </div>
        </>
      )}
    </div>
  );
}

const DOOR = href("/admin/delegates/door");

function Viewfinder({ stop }: { stop: (problem: string | null) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const navigate = useNavigate();
  const stopNow = useEffectEvent(stop);
  useEffect(() => {
    const ended = new AbortController();
    import("#app/routes/admin/delegates/door/door-camera.ts")
      .then(({ scanQrCode }) => (video.current ? scanQrCode(video.current, ended.signal) : null))
      .then((answer) => {
        if (answer === null || ended.signal.aborted) return;
        if (!answer.ok) stopNow(answer.problem);
        else navigate(`${DOOR}?q=${encodeURIComponent(answer.text)}`);
      })
      .catch(() => stopNow("The scanner could not be loaded. Check your connection, or type the name."));
    return () => ended.abort();
  }, [navigate]);
  return (
    <video
      ref={video}
      className="mb-3 aspect-square w-full bg-night object-cover"
      muted
      playsInline
      aria-label="Camera view"
    />
  );
}
