import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { type Blocker, type Location, useActionData, useBlocker, useNavigation } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

type WatchedForm = { isRefused: boolean; isDialog: boolean; onSaved?: () => void };

/**
 * Asks before unsaved changes are lost. `form`, `onKeyDown` and `onSubmit` are props for the form.
 * In a dialog, a new query string counts as leaving. Outside dialogs, only a new path does.
 */
export function useUnsavedChanges({ isRefused, isDialog, onSaved }: WatchedForm) {
  const form = useRef<HTMLFormElement>(null);
  /** Saved contents, or null if the form was rendered with refused values. */
  const saved = useRef<string | null>(null);
  const isSaving = useRef(false);
  /** True from a submission until its navigation begins, because that needs no confirmation. */
  const isSending = useRef(false);
  /** True after a successful save, until the router is idle. */
  const isSaved = useRef(false);
  const isUnsaved = useRef<() => boolean>(() => false);
  const { state } = useNavigation();
  const answer = useActionData<unknown>();
  const lastAnswer = useRef(answer);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render counts
  useEffect(() => {
    // Reads the fields' initial values, because the user may type before hydration.
    saved.current = isRefused ? null : contentsOf(form.current, "initial");
    isUnsaved.current = () =>
      !isSaved.current && form.current !== null && contentsOf(form.current, "current") !== saved.current;
  }, []);

  // A layout effect, because the user may press Escape while the router is still loading.
  useLayoutEffect(() => {
    const isRefusedNow = isRefused && answer !== undefined && answer !== lastAnswer.current;
    lastAnswer.current = answer;
    isSaved.current = isSaving.current && state === "loading" && !isRefusedNow;
    if (!isSaving.current || (state !== "idle" && !isRefusedNow)) return;
    isSaving.current = false;
    isSaved.current = false;
    if (isRefused) return;
    saved.current = contentsOf(form.current, "current");
    onSaved?.();
  }, [state, isRefused, answer, onSaved]);

  const blocker = useUnsavedChangesBlocker(
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
    // Ignores Enter in an unchanged form, because the same key may have just opened the form.
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

/** Serialises the non-empty fields. Includes hidden fields only if they have `data-answer`. */
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
