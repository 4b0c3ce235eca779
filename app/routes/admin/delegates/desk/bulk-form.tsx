import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { typedOf } from "#app/components/admin/notices.tsx";
import { LeftRoom } from "#app/components/form/error-summary.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { capitalise } from "#app/platform/text.ts";
import { noteDecided } from "#app/routes/admin/delegates/desk/deciding.ts";
import { BAR_START } from "#app/routes/admin/delegates/desk/desk.ts";
import { PageState } from "#app/routes/admin/delegates/desk/page-state.tsx";
import { DELEGATE_STATUSES, type DelegateStatus, shownText } from "#app/vocabulary/delegate-status.ts";

type BulkFormProps = {
  action: string;
  writeAction: string;
  formId: string;
  shown: { id: number; status: DelegateStatus }[];
  /** The matching delegates on all pages. */
  standing: number;
  /** The status that `shown` still have, where some of the page have another by now. */
  left: DelegateStatus | null;
  ticked: number;
  result: SubmissionResult | undefined;
};

export function BulkForm(props: BulkFormProps) {
  const { action, writeAction, formId, shown, standing, ticked, left, result } = props;
  const answers = typedOf(result);
  const errorOf = (name: string) => result?.error?.[name]?.[0];
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  const here = left === null ? "on this page" : `still ${left} here`;
  return (
    <Form
      method="post"
      action={action}
      id="bulk"
      className="desk-bar"
      preventScrollReset
      // The row of one of them has the Undo of all.
      onSubmit={() =>
        noteDecided(
          document.querySelector(".desk-row:has(.desk-check > input:checked)") ??
            document.querySelector(".desk-row"),
        )
      }
    >
      {/* Enter in the box of a row presses this first button, which does nothing outside a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="shown" value={shown.map(shownText).join(",")} />
      <PageState />
      <Choice id={BAR_START} label="Change" error={errorOf("scope")}>
        {(ties) => (
          // A new select with each answer, to show what came back, or nothing.
          <select key={formId} name="scope" className="small-button" defaultValue={answers?.scope} {...ties}>
            <option value="selected">
              {ticked > 0 ? `the ${ticked} selected` : "the selected delegates"}
            </option>
            {shown.length > 1 && <option value="page">{`all ${shown.length} ${here}`}</option>}
            {standing > shown.length && <option value="all">{`all ${standing} that match`}</option>}
          </select>
        )}
      </Choice>
      <Choice id="bulk-status" label="to status" error={errorOf("status")}>
        {(ties) => (
          <select
            key={formId}
            name="status"
            className="small-button"
            defaultValue={answers?.status}
            {...ties}
          >
            <option value="">Choose a status</option>
            {DELEGATE_STATUSES.map((status) => (
              <option key={status} value={status}>
                {capitalise(status)}
              </option>
            ))}
          </select>
        )}
      </Choice>
      <button type="submit" className="small-button" disabled={isBusy}>
        {isBusy ? "Applying..." : "Apply"}
      </button>
      <button type="submit" className="small-button" formAction={writeAction}>
        Write to them
      </button>
    </Form>
  );
}

type ChoiceProps = {
  id: string;
  label: string;
  error: string | undefined;
  children: (ties: React.AriaAttributes & { id: string }) => React.ReactNode;
};

function Choice({ id, label, error, children }: ChoiceProps) {
  return (
    <div className="desk-choice">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <LeftRoom isNeeded={error !== undefined} className="desk-choice-error">
        {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      </LeftRoom>
      {children({
        id,
        "aria-describedby": error && `${id}-error`,
        "aria-invalid": error ? true : undefined,
      })}
    </div>
  );
}
