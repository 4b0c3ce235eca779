import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { uncoverFocus } from "#app/components/focus-in-sight.ts";
import { giveFocus } from "#app/components/given-focus.ts";
import { UndoButton } from "#app/components/undo-button.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** Takes away the one toast that is shown, wherever in the page it stands. */
let dismissShown = () => {};

/** Focuses what had the focus before or, where that is gone, the dialog or the page that the message is about. */
function giveFocusBack(had: Element | null): void {
  const isThere = had instanceof HTMLElement && had.isConnected && had !== document.body;
  const goesTo = isThere ? had : document.querySelector<HTMLElement>(".dialog-close, main:not([inert])");
  giveFocus(goesTo, { preventScroll: goesTo?.matches("main") });
}

/**
 * A message about what just happened, rendered by the server. Its style sheet takes it away after
 * 5000 ms, waiting while it is hovered or focused (specification, 9), so it never covers a form for
 * long, script or not; with script also by its button, with the next navigation, and with the next toast:
 * one is visible at a time (specification, 4).
 */
export function Toast({
  message,
  description,
  type,
  undo = null,
  id = "",
}: {
  message: string;
  description?: string;
  type: string;
  /** What a button on it undoes: a deletion or a change, by its id. */
  undo?: { screen: string; of: "deletion" | "change" | "correction"; id: string } | null;
  /** Of a toast with an undo: the one-time id of that. */
  id?: string;
}) {
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** What had the focus before something in the message got it. */
  const cameFrom = useRef<Element | null>(null);
  // With the commit that shows it, before anybody sees two.
  useLayoutEffect(() => {
    dismissShown();
    const dismiss = () => setDismissed(true);
    dismissShown = dismiss;
    return () => {
      if (dismissShown === dismiss) dismissShown = () => {};
    };
  }, []);
  useEffect(() => {
    // After whoever takes the focus with the same answer has taken it.
    const frame = requestAnimationFrame(uncoverFocus);
    const follow = ({ target, relatedTarget }: FocusEvent) => {
      const isInside = (node: EventTarget | null) =>
        node instanceof Node && box.current?.contains(node) === true;
      if (isInside(target) && !isInside(relatedTarget)) cameFrom.current = relatedTarget as Element | null;
      uncoverFocus();
    };
    document.addEventListener("focusin", follow);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", follow);
    };
  }, []);
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
    <div
      ref={box}
      className="toast"
      data-tone={isError ? "red" : "green"}
      onAnimationEnd={() => setDismissed(true)}
    >
      <div role={isError ? "alert" : "status"}>
        <p className="font-semibold">{message}</p>
        {description && <p>{description}</p>}
      </div>
      {undo && <UndoButton {...undo} formId={id} />}
      {isHydrated && (
        <button
          type="button"
          className="toast-close"
          onClick={() => {
            giveFocusBack(cameFrom.current);
            setDismissed(true);
          }}
        >
          <span aria-hidden="true">×</span>
          <span className="sr-only">Dismiss message</span>
        </button>
      )}
    </div>
  );
}
