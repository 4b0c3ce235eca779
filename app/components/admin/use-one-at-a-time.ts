import { use, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, type Navigation, useNavigation } from "react-router";

type Waiting = {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  typed: [name: string, value: string][];
};

/**
 * Has a form that is sent while another one is on its way wait until that is answered: the way of the first would be
 * given up for it, and nobody could say whether it had arrived. Takes the submit events of all forms in an element.
 * `isWaitedFor` says of what is on its way whether the next form waits for it.
 */
export function useOneAtATime(isWaitedFor: (sent: Navigation) => boolean = () => true) {
  const router = use(DataRouterContext)?.router;
  const { state } = useNavigation();
  const queue = useRef<Waiting[]>([]);
  /** What sent the form that is on its way: the second half of a double click asks for nothing more. */
  const sentBy = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (state !== "idle") return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const isStill = next.form.isConnected && next.submitter?.isConnected !== false;
      if (isStill && next.submitter?.ariaDisabled !== "true") return sendNow(next);
    }
  }, [state]);
  return (event: React.SubmitEvent<HTMLElement>) => {
    // The router's own state: the screen hears of it some moments later, and two keys are faster.
    const sent = router?.state.navigation;
    const { submitter } = event.nativeEvent;
    if (!sent || sent.state === "idle" || !isWaitedFor(sent)) {
      sentBy.current = submitter;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (submitter !== null && submitter === sentBy.current && !submitter.matches("[data-repeats]")) return;
    const form = event.target as HTMLFormElement;
    queue.current.push({ form, submitter, typed: typedIn(form) });
  };
}

const fieldsOf = (form: HTMLFormElement): HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [type=checkbox], [type=radio])"),
];

const typedIn = (form: HTMLFormElement) =>
  fieldsOf(form).map(({ name, value }): [string, string] => [name, value]);

/** As it was when it was sent: the answer before may have put something else into its fields. */
function sendNow({ form, submitter, typed }: Waiting): void {
  const values = new Map(typed);
  for (const field of fieldsOf(form)) field.value = values.get(field.name) ?? field.value;
  form.requestSubmit(submitter);
}
