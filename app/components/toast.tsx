import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** How long a toast stays, in milliseconds (specification, 9). */
const SHOWN_FOR_MS = 5_000;

/**
 * A message about what just happened. The server renders it; with script it goes by itself after
 * five seconds (it waits while it is hovered or focused), by its button, or with the next navigation.
 */
export function Toast({ message, description, type }: { message: string; description?: string; type: string }) {
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const timer = useRef<number>(undefined);
  const { state } = useNavigation();

  const start = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setDismissed(true), SHOWN_FOR_MS);
  };
  const pause = () => window.clearTimeout(timer.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts once, when the toast appears
  useEffect(() => {
    start();
    return pause;
  }, []);
  useEffect(() => {
    if (state !== "idle") setDismissed(true);
  }, [state]);

  if (isDismissed) return null;
  const isError = type === "error";
  return (
    <div className="toast" data-tone={isError ? "red" : "green"} onMouseEnter={pause} onMouseLeave={start} onFocus={pause} onBlur={start}>
      <div role={isError ? "alert" : "status"} className="grow">
        <p className="font-semibold">{message}</p>
        {description && <p className="mt-1 text-base">{description}</p>}
      </div>
      {isHydrated && (
        <button type="button" className="toast-close" onClick={() => setDismissed(true)}>
          <span aria-hidden="true">×</span>
          <span className="sr-only">Dismiss message</span>
        </button>
      )}
    </div>
  );
}
