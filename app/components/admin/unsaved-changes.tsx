import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { type Blocker, type Location, useActionData, useBlocker, useNavigation } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

type WatchedForm = { isRefused: boolean; isDialog: boolean; onSaved?: () => void };

/**
 * Asks before unsaved changes of a form are lost; `form`, `onKeyDown` and `onSubmit` belong on it. `isRefused`: it came back
 * unsaved. `isDialog`: it goes with its address; others stay with their screen, and `onSaved` tells of a save.
 */
export function useUnsavedChanges({ isRefused, isDialog, onSaved }: WatchedForm) {
  const form = useRef<HTMLFormElement>(null);
  /** The saved contents; null where the page came with refused answers. */
  const saved = useRef<string | null>(null);
  const isSaving = useRef(false);
  /** True until the submission's own navigation has begun, which loses nothing. */
  const isSending = useRef(false);
  /** A save has been answered, and not refused. */
  const isAnswered = useRef(false);
  const isUnsaved = useRef<() => boolean>(() => false);
  const { state } = useNavigation();
  const answer = useActionData<unknown>();
  const lastAnswer = useRef(answer);

  // biome-ignore lint/correctness/useExhaustiveDependencies: how the form first came is what counts.
  useEffect(() => {
    // The initial contents: a person may have typed before this script ran.
    saved.current = isRefused ? null : contentsOf(form.current, "initial");
    isUnsaved.current = () =>
      !isAnswered.current && form.current !== null && contentsOf(form.current, "current") !== saved.current;
  }, []);

  // With the commit that shows the answer: Escape may be pressed before all is idle again.
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
    // The second Enter on the way to a form does not send it.
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === "Enter" && event.target instanceof HTMLInputElement && !isUnsaved.current())
        event.preventDefault();
    },
    onSubmit: () => {
      isSaving.current = true;
      isSending.current = true;
    },
    blocker,
  };
}

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

/** An empty field that comes or goes is no change. Hidden fields count only with `data-answer`. */
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

type LeaveDialogProps = {
  blocker: Blocker;
  /** Clears what was not saved, where it would outlive the page that is left. */
  onLeave?: () => void;
};

/** The browser's own dialog keeps the focus inside, and gives it back. Without script it is not in the page. */
export function LeaveDialog({ blocker, onLeave }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrated = useHydrated();
  const isAsking = blocker.state === "blocked";
  // With the commit: an earlier click beside the question would be taken for the answer to stay.
  useLayoutEffect(() => {
    if (!isAsking) return dialog.current?.close();
    dialog.current?.showModal();
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
