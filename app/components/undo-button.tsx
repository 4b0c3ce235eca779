import { Form } from "react-router";

/** A form of one button that brings back what was deleted on a screen of the panel. */
export function UndoButton({
  screen,
  deletion,
  formId,
  label = null,
}: {
  screen: string;
  /** The id of the deletion. */
  deletion: string;
  formId: string;
  /** What it brings back, where several stand beside each other. */
  label?: string | null;
}) {
  return (
    <Form method="post" action={screen} preventScrollReset>
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="deletion" value={deletion} />
      <button type="submit" name="intent" value="undo" className="small-button">
        Undo
        {label !== null && <span className="sr-only"> deleting {label}</span>}
      </button>
    </Form>
  );
}
