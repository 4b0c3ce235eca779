// A message over the page, and the button in it that takes back what it tells of.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { giveFocus, uncoverFocus } from "#app/components/focus.ts";
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
  /** The changeset that a button on it undoes. */
  undo?: { screen: string; id: number } | null;
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

/** A form of one button that takes back what was done on a screen of the panel. */
export function UndoButton({
  screen,
  id,
  formId,
  count = null,
  what = null,
  isOver = false,
  children,
}: {
  screen: string;
  /** The changeset that is taken back. */
  id: number;
  formId: string;
  /** How many it takes back, where that is more than it stands beside. */
  count?: number | null;
  /** What it takes back, like 'deleting Ada Lovelace', where several stand beside each other. */
  what?: string | null;
  /** Whether it is too late: the button stays in its place, and does nothing. */
  isOver?: boolean;
  /** What its screen has to know beside that, as hidden fields. */
  children?: React.ReactNode;
}) {
  return (
    <Form method="post" action={screen} preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="changeset" value={id} />
      {children}
      <button
        type="submit"
        name="intent"
        value="undo"
        className="small-button"
        aria-disabled={isOver || undefined}
        onClick={(event) => isOver && event.preventDefault()}
      >
        Undo{count !== null && ` ${count}`}
        {what !== null && <span className="sr-only"> {what}</span>}
        {isOver && <span className="sr-only">, no longer possible</span>}
      </button>
    </Form>
  );
}
