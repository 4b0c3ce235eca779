import { useEffect, useLayoutEffect, useRef } from "react";
import { type Blocker, createPath, type Location, useBlocker, useNavigation } from "react-router";
import { useHydrated } from "#app/components/page/loaded-document.ts";

type WatchedForm = { isRefused: boolean; isDialog: boolean };

/**
 * Asks before unsaved changes are lost. `form` is a ref for the form. In a dialog, a new query
 * string counts as leaving. Outside dialogs, only a new path does.
 */
export function useUnsavedChanges({ isRefused, isDialog }: WatchedForm) {
  const form = useRef<HTMLFormElement>(null);
  /** The form's data when it was opened, or null if it was opened with unsaved values. */
  const opened = useRef<string | null>(null);
  const { state, formData } = useNavigation();
  // After a successful save, the form remains until the next screen has been loaded.
  const isSaved = state === "loading" && formData !== undefined && !isRefused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render counts
  useEffect(() => {
    if (isRefused || form.current === null) return;
    // A reset copy, because the user may have typed before hydration.
    const copy = form.current.cloneNode(true) as HTMLFormElement;
    copy.reset();
    opened.current = dataOf(copy);
  }, []);

  const isUnsaved = () => !isSaved && form.current !== null && dataOf(form.current) !== opened.current;
  const blocker = useUnsavedChangesBlocker(isUnsaved, (here, next) => {
    const isSubmission = form.current?.action === new URL(createPath(next), document.baseURI).href;
    return !isSubmission && (here.pathname !== next.pathname || (isDialog && here.search !== next.search));
  });
  return { form, blocker };
}

/** The one-time id and the version are not input, and change when the list is reloaded. */
const NOT_INPUT = ["formId", "seen"];

const dataOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)]
      .filter(([name]) => !NOT_INPUT.includes(name))
      .map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );

export function useUnsavedChangesBlocker(
  isUnsaved: () => boolean,
  isElsewhere: (here: Location, next: Location) => boolean,
): Blocker {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return useBlocker(
    ({ currentLocation, nextLocation }) => isElsewhere(currentLocation, nextLocation) && isUnsaved(),
  );
}

type LeaveDialogProps = {
  blocker: Blocker;
  onLeave?: () => void;
};

/** Modal dialog that asks before changes are lost. The browser traps and restores the focus. */
export function LeaveDialog({ blocker, onLeave }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrated = useHydrated();
  const isAsking = blocker.state === "blocked";
  // A layout effect, because a click before showModal() would count as 'Keep editing'.
  useLayoutEffect(() => {
    if (!isAsking) return dialog.current?.close();
    dialog.current?.showModal();
  }, [isAsking]);
  // Not rendered on the server, because browsers without dialog support would show it in the page.
  if (!isHydrated) return null;
  return (
    <dialog
      ref={dialog}
      className="dialog leave-dialog"
      role="alertdialog"
      aria-labelledby="leave-question"
      // Keeps the text cursor in the field when the user clicks outside the dialog.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      // Prevents the dialog behind this one from also handling Tab.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
    >
      <p id="leave-question">You have unsaved changes. Leave without saving?</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {/* Keeps the text cursor in place, because closing the dialog restores only the focus. */}
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
