import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";

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
  const form = useFocusOnMoved();
  return (
    <Form ref={form} method="post" className="flex gap-2" preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="move" value="up" className="small-button" disabled={isFirst}>
        <span aria-hidden="true">↑</span>
        <span className="sr-only">Move {name} up</span>
      </button>
      <button type="submit" name="move" value="down" className="small-button" disabled={isLast}>
        <span aria-hidden="true">↓</span>
        <span className="sr-only">Move {name} down</span>
      </button>
    </Form>
  );
}

/**
 * After a move by keyboard the focus stays on the item, and in sight: in the first or last place, whose button
 * can do no more, on the other one.
 */
function useFocusOnMoved() {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<HTMLButtonElement | null>(null);
  const { state } = useNavigation();
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      const isByKeyboard = submitter?.matches(":focus-visible");
      pressed.current = isByKeyboard && submitter instanceof HTMLButtonElement ? submitter : null;
    };
    const element = form.current;
    element?.addEventListener("submit", remember);
    return () => element?.removeEventListener("submit", remember);
  }, []);
  useEffect(() => {
    const button = pressed.current;
    if (state !== "idle" || !button) return;
    pressed.current = null;
    const usable = button.disabled ? form.current?.querySelector("button:enabled") : button;
    if (usable instanceof HTMLElement) usable.focus();
    usable?.scrollIntoView({ block: "nearest" });
  }, [state]);
  return form;
}
