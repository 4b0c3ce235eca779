import { use, useEffect, useRef } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useNavigation } from "react-router";

type Waiting = { form: HTMLFormElement; submitter: HTMLElement | null };

/**
 * Has a form that is sent while another one is on its way wait until that is answered: the way of the first would be
 * given up for it, and nobody could say whether it had arrived. Takes the submit events of all forms in an element.
 */
export function useOneAtATime() {
  const router = use(DataRouterContext)?.router;
  const { state } = useNavigation();
  const queue = useRef<Waiting[]>([]);
  useEffect(() => {
    if (state !== "idle") return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const isStill = next.form.isConnected && next.submitter?.isConnected !== false;
      if (isStill && next.submitter?.ariaDisabled !== "true") return next.form.requestSubmit(next.submitter);
    }
  }, [state]);
  return (event: React.SubmitEvent<HTMLElement>) => {
    // The router's own state: the screen hears of it some moments later, and two keys are faster.
    if (!router || router.state.navigation.state === "idle") return;
    event.preventDefault();
    event.stopPropagation();
    queue.current.push({ form: event.target as HTMLFormElement, submitter: event.nativeEvent.submitter });
  };
}
