import { Form } from "react-router";

/** A form of one button that takes back what was done on a screen of the panel. */
export function UndoButton({
  screen,
  of,
  id,
  formId,
  count = null,
  what = null,
  isOver = false,
  children,
}: {
  screen: string;
  /** What is taken back, by its id. */
  of: "deletion" | "change" | "correction";
  id: string;
  formId: string;
  /** How many it takes back, where that is more than it stands beside. */
  count?: number | null;
  /** What it takes back, like 'deleting Ada Lovelace', where several stand beside each other. */
  what?: string | null;
  /** Whether it is too late: the button stays in its place, and does nothing. */
  isOver?: boolean;
  /** What its screen has to know beside that, as hidden fields. */
  children?: React.ReactNode;
}) {
  return (
    <Form method="post" action={screen} preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name={of} value={id} />
      {children}
      <button
        type="submit"
        name="intent"
        value="undo"
        className="small-button"
        aria-disabled={isOver || undefined}
        onClick={(event) => isOver && event.preventDefault()}
      >
        Undo{count !== null && ` ${count}`}
        {what !== null && <span className="sr-only"> {what}</span>}
        {isOver && <span className="sr-only">, no longer possible</span>}
      </button>
    </Form>
  );
}
