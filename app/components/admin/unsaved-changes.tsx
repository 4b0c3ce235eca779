// Changes of a form that were not saved: what would lose them is held back, and asked about.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { type Blocker, type Location, useActionData, useBlocker, useNavigation } from "react-router";
import { noteFocus } from "#app/components/focus.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/**
 * Watches a form for changes that were not saved, and holds back what would lose them: going to another
 * address asks first (the blocker that is answered), closing the tab asks in the browser's own words.
 *
 * `form` and `onSubmit` belong on the form. `isRefused` says that it came back from the server unsaved,
 * `isDialog` that it is gone with its own address, where others stay as long as their screen does, and hear
 * by `onSaved` that they were saved.
 */
export function useUnsavedChanges({
  isRefused,
  isDialog,
  onSaved,
}: {
  isRefused: boolean;
  isDialog: boolean;
  onSaved?: () => void;
}): {
  form: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  blocker: Blocker;
} {
  const form = useRef<HTMLFormElement>(null);
  /** What is saved, as far as this page knows; null where the page came with answers that were refused. */
  const saved = useRef<string | null>(null);
  const isSaving = useRef(false);
  /** Until the submission's own navigation has begun: the form leads to its address, and loses nothing by it. */
  const isSending = useRef(false);
  /** Whether a save has been answered, and not refused. */
  const isAnswered = useRef(false);
  const isUnsaved = useRef<() => boolean>(() => false);
  const { state } = useNavigation();
  const answer = useActionData<unknown>();
  const lastAnswer = useRef(answer);

  // biome-ignore lint/correctness/useExhaustiveDependencies: how the form first came is what counts.
  useEffect(() => {
    // Not what stands in it by now: somebody may have typed before this script ran.
    saved.current = isRefused ? null : contentsOf(form.current, "initial");
    isUnsaved.current = () =>
      !isAnswered.current && form.current !== null && contentsOf(form.current, "current") !== saved.current;
  }, []);

  // With the commit that shows the answer, not after it: Escape may be pressed as soon as it is read. It may
  // be read before all is idle again, where the list below is loaded anew.
  useLayoutEffect(() => {
    const isRefusedNow = isRefused && answer !== undefined && answer !== lastAnswer.current;
    lastAnswer.current = answer;
    isAnswered.current = isSaving.current && state === "loading" && !isRefusedNow;
    if (!isSaving.current || (state !== "idle" && !isRefusedNow)) return;
    isSaving.current = false;
    isAnswered.current = false;
    if (isRefused) return;
    saved.current = contentsOf(form.current, "current");
    onSaved?.();
  }, [state, isRefused, answer, onSaved]);

  const blocker = useLeaveQuestion(
    useCallback(() => isUnsaved.current(), []),
    (here, next) => {
      if (isSending.current) {
        isSending.current = false;
        return false;
      }
      return here.pathname !== next.pathname || (isDialog && here.search !== next.search);
    },
  );

  return {
    form,
    onSubmit: () => {
      isSaving.current = true;
      isSending.current = true;
    },
    blocker,
  };
}

/** Asks before another address, where that `isElsewhere`, or closing the tab loses what `isUnsaved`. */
export function useLeaveQuestion(
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

/**
 * What people have filled in, or had when the page came: a field that comes or goes and has nothing in it is no
 * change. Hidden ones are the page's own, but those marked as holding an answer.
 */
function contentsOf(form: HTMLFormElement | null, when: "initial" | "current"): string {
  const isInitial = when === "initial";
  const contents = Array.from(form?.elements ?? [], (element) => {
    if (element instanceof HTMLSelectElement) {
      const initial = Array.from(element.options).find((option) => option.defaultSelected)?.value;
      return [element.name, isInitial ? (initial ?? element.options[0]?.value) : element.value];
    }
    if (element instanceof HTMLTextAreaElement) {
      const text = isInitial ? element.defaultValue : element.value;
      return [element.name, text.replace(/\r\n?/g, "\n")];
    }
    if (!(element instanceof HTMLInputElement)) return [];
    const { name, type, value } = element;
    if (type === "checkbox" || type === "radio")
      return [name, (isInitial ? element.defaultChecked : element.checked) && value];
    if (type === "hidden") return [name, element.dataset.answer && value];
    return [name, isInitial ? element.defaultValue : value];
  });
  return JSON.stringify(contents.filter(([, content]) => content));
}

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
  // Without styles, or in a browser without dialogs, the question would be part of the page.
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
