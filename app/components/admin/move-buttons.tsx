import { useEffect, useLayoutEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { giveFocus } from "#app/components/given-focus.ts";

/** Moves an item of an ordered list one place up or down. */
export function MoveButtons({
  id,
  formId,
  name,
  isFirst,
  isLast,
}: {
  id: number;
  formId: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const form = useKeptPlaceAfterMove();
  return (
    // To the screen itself: the address may still be that of a dialog that has just been answered.
    <Form ref={form} method="post" action="." className="flex gap-2" preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="move"
        value="up"
        className="small-button"
        disabled={isFirst}
        data-repeats=""
      >
        <span aria-hidden="true">↑</span>
        <span className="sr-only">Move {name} up</span>
      </button>
      <button
        type="submit"
        name="move"
        value="down"
        className="small-button"
        disabled={isLast}
        data-repeats=""
      >
        <span aria-hidden="true">↓</span>
        <span className="sr-only">Move {name} down</span>
      </button>
    </Form>
  );
}

/**
 * After a move the item is where it was on the screen, so that the same button of it is under the pointer, and has
 * the focus: in the first or last place, whose button can do no more, the other one has it.
 */
function useKeptPlaceAfterMove() {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<{ button: HTMLButtonElement; top: number } | null>(null);
  const { state } = useNavigation();
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      pressed.current =
        submitter instanceof HTMLButtonElement
          ? { button: submitter, top: submitter.getBoundingClientRect().top }
          : null;
    };
    const element = form.current;
    element?.addEventListener("submit", remember);
    return () => element?.removeEventListener("submit", remember);
  }, []);
  // Before the list is painted in its new order.
  useLayoutEffect(() => {
    if (state !== "idle" || !pressed.current) return;
    const { button, top } = pressed.current;
    pressed.current = null;
    window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
    if (!button.disabled) button.focus({ preventScroll: true });
    else giveFocus(form.current?.querySelector<HTMLElement>("button:enabled"), { preventScroll: true });
  }, [state]);
  return form;
}
