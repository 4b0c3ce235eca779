import { use, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useNavigation } from "react-router";

type Waiting = {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  typed: [name: string, value: string][];
};

// Without a queue, React Router would abort the earlier submission and leave its outcome unknown.
/** Queues forms that are submitted during another submission. Returns a submit handler. */
export function useSubmissionQueue() {
  const router = use(DataRouterContext)?.router;
  const { state } = useNavigation();
  const queue = useRef<Waiting[]>([]);
  /** Last submit button, used to ignore the second click of a double click. */
  const sentBy = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (state !== "idle") return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const isStill = next.form.isConnected && next.submitter?.isConnected !== false;
      if (isStill && next.submitter?.ariaDisabled !== "true") return sendNow(next);
    }
  }, [state]);
  return (event: React.SubmitEvent<HTMLElement>) => {
    // Reads the router's state directly, because rendering lags behind a double click.
    const sent = router?.state.navigation;
    const { submitter } = event.nativeEvent;
    if (!sent || sent.state === "idle") {
      sentBy.current = submitter;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (submitter !== null && submitter === sentBy.current && !submitter.matches("[data-repeats]")) return;
    const form = event.target as HTMLFormElement;
    queue.current.push({ form, submitter, typed: valuesIn(form) });
  };
}

const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [type=checkbox], [type=radio])"),
];

const valuesIn = (form: HTMLFormElement) =>
  fieldsOf(form).map(({ name, value }): [string, string] => [name, value]);

/** Restores the fields before submitting, because the previous response may have changed them. */
function sendNow({ form, submitter, typed }: Waiting): void {
  const values = new Map(typed);
  for (const field of fieldsOf(form)) field.value = values.get(field.name) ?? field.value;
  form.requestSubmit(submitter);
}
