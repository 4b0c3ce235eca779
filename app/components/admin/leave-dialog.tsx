import { useLayoutEffect, useRef } from "react";
import type { Blocker } from "react-router";
import { noteFocus } from "#app/components/given-focus.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/**
 * Asks before unsaved changes are lost. The browser's own dialog: it keeps the focus inside, and gives it
 * back to where it was when the answer is to stay. Nothing of it is in the page before script runs.
 */
export function LeaveDialog({
  blocker,
  onLeave,
}: {
  blocker: Blocker;
  /** Clears what was not saved, where it would outlive the page that is left. */
  onLeave?: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrated = useHydrated();
  const isAsking = blocker.state === "blocked";
  // With the commit: a click beside what asks, before the question is there, would be taken for the answer to stay.
  useLayoutEffect(() => {
    if (!isAsking) return dialog.current?.close();
    dialog.current?.showModal();
    // The second half of a double Enter on Cancel is no answer.
    noteFocus(document.activeElement);
  }, [isAsking]);
  // Without styles, or in a browser that knows no dialogs, it would ask whoever reads the page.
  if (!isHydrated) return null;
  return (
    <dialog
      ref={dialog}
      className="dialog leave-dialog"
      role="alertdialog"
      aria-labelledby="leave-question"
      // A click beside the question leaves the caret in the field.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      // The dialog below it would take Tab for its own.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
    >
      <p id="leave-question">You have unsaved changes. Leave without saving?</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {/* A mouse press here would take the caret away from the field, which gets only the focus back. */}
        <button
          type="button"
          className="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => blocker.reset?.()}
        >
          Keep editing
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            if (blocker.state !== "blocked") return;
            onLeave?.();
            blocker.proceed();
          }}
        >
          Leave
        </button>
      </p>
    </dialog>
  );
}
