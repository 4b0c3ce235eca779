import { useEffect, useLayoutEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

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
  const asEnd = useEnds();
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
        {...asEnd(isFirst)}
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
        {...asEnd(isLast)}
        data-repeats=""
      >
        <span aria-hidden="true">↓</span>
        <span className="sr-only">Move {name} down</span>
      </button>
    </Form>
  );
}

/**
 * What a button is that can do no more, as its item is in the first or last place. With script it keeps the focus and
 * does nothing: were the focus on the other one, one Enter too many would move the item back.
 */
function useEnds() {
  const isHydrated = useHydrated();
  const ignore = (event: React.MouseEvent) => event.preventDefault();
  return (isEnd: boolean) =>
    isHydrated && isEnd ? { "aria-disabled": true, onClick: ignore } : { disabled: isEnd };
}

/** After a move the item is where it was on the screen, so that the same button of it is under the pointer, and has the focus. */
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
    button.focus({ preventScroll: true });
  }, [state]);
  return form;
}
