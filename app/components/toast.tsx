import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { UndoButton } from "#app/components/undo-button.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/**
 * A message about what just happened, rendered by the server. Its style sheet takes it away after
 * 5000 ms, waiting while it is hovered or focused (specification, 9), so it never covers a form for
 * long, script or not; with script also by its button, and with the next navigation.
 */
export function Toast({
  message,
  description,
  type,
  undo = null,
}: {
  message: string;
  description?: string;
  type: string;
  /** What a button on it undoes: a deletion, by its id. */
  undo?: { screen: string; deletion: string } | null;
}) {
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const { state } = useNavigation();
  const hasRested = useRef(false);
  useEffect(() => {
    // A refused form is answered while its list is still being loaded anew: that is no next navigation.
    if (state === "idle") hasRested.current = true;
    else if (hasRested.current) setDismissed(true);
  }, [state]);

  if (isDismissed) return null;
  const isError = type === "error";
  return (
    <div className="toast" data-tone={isError ? "red" : "green"} onAnimationEnd={() => setDismissed(true)}>
      <div role={isError ? "alert" : "status"} className="grow">
        <p className="font-semibold">{message}</p>
        {description && <p className="mt-1 text-base">{description}</p>}
      </div>
      {undo && <UndoButton {...undo} />}
      {isHydrated && (
        <button type="button" className="toast-close" onClick={() => setDismissed(true)}>
          <span aria-hidden="true">×</span>
          <span className="sr-only">Dismiss message</span>
        </button>
      )}
    </div>
  );
}
