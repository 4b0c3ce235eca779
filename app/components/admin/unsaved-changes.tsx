import { useEffect, useRef } from "react";
import { createPath, type Location, useBlocker, useNavigation } from "react-router";

/** `version` changes when the form's values have been saved and the form stays open. */
type WatchedForm = { isRefused: boolean; isDialog: boolean; version?: string };

/**
 * Asks before unsaved changes are lost. Returns a ref for the form. In a dialog, a new query
 * string counts as leaving. Outside dialogs, only a new path does.
 */
export function useUnsavedChanges({ isRefused, isDialog, version }: WatchedForm) {
  const form = useRef<HTMLFormElement>(null);
  /** The form's data when it was opened, or null if it was opened with unsaved values. */
  const opened = useRef<string | null>(null);
  const { state, formData } = useNavigation();
  // After a successful save, the form remains until the next screen has been loaded.
  const isSaved = state === "loading" && formData !== undefined && !isRefused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render of a version counts
  useEffect(() => {
    if (isRefused || form.current === null) return;
    // A reset copy, because the user may have typed before hydration.
    const copy = form.current.cloneNode(true) as HTMLFormElement;
    copy.reset();
    opened.current = dataOf(copy);
  }, [version]);

  const isUnsaved = () => !isSaved && form.current !== null && dataOf(form.current) !== opened.current;
  useUnsavedChangesQuestion(isUnsaved, (here, next) => {
    const isSubmission = form.current?.action === new URL(createPath(next), document.baseURI).href;
    return !isSubmission && (here.pathname !== next.pathname || (isDialog && here.search !== next.search));
  });
  return form;
}

/** The one-time id and the version are not input, and change when the list is reloaded. */
const NOT_INPUT = ["formId", "seen"];

const dataOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)]
      .filter(([name]) => !NOT_INPUT.includes(name))
      .map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );

/** Asks in the browser's own dialogs, which keep the focus and the text cursor. */
export function useUnsavedChangesQuestion(
  isUnsaved: () => boolean,
  isElsewhere: (here: Location, next: Location) => boolean,
): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      isElsewhere(currentLocation, nextLocation) && isUnsaved() && !window.confirm(QUESTION),
  );
}

const QUESTION = "You have unsaved changes. Leave without saving?";
