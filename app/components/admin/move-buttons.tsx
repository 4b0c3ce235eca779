import { Form } from "react-router";

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
  return (
    <Form method="post" className="flex gap-2" preventScrollReset>
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
