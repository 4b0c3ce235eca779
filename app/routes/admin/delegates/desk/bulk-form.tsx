import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { typedOf } from "#app/components/admin/conflict-notice.tsx";
import type { FormProblem } from "#app/components/form/error-summary.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { capitalise } from "#app/platform/capitalise.ts";
import { DELEGATE_STATUSES, type DelegateStatus, shownText } from "#app/vocabulary/delegate-status.ts";

/** Changes the status of several: of those whose boxes are ticked, of the page, or of all that match. */
export function BulkForm({
  action,
  formId,
  shown,
  matching,
  latestId,
  revision,
  result,
}: {
  action: string;
  formId: string;
  /** Who stands on the page, as it shows them. */
  shown: { id: number; status: DelegateStatus }[];
  matching: number;
  /** Who came later, and what has changed later, this page has not shown. */
  latestId: number;
  revision: number;
  /** The form as it came back; its problems stand in the summary of the screen, too. */
  result: SubmissionResult | undefined;
}) {
  const answers = typedOf(result);
  const errorOf = (name: string) => result?.error?.[name]?.[0];
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  return (
    <Form
      method="post"
      action={action}
      id="bulk"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 text-base"
      preventScrollReset
    >
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="shown" value={shown.map(shownText).join(",")} />
      <input type="hidden" name="latest" value={latestId} />
      <input type="hidden" name="seen" value={revision} />
      <Choice id="bulk-scope" label="Change" error={errorOf("scope")}>
        {(ties) => (
          <select name="scope" className="small-button" defaultValue={answers?.scope} {...ties}>
            <option value="selected">the selected delegates</option>
            {shown.length > 1 && <option value="page">{`all ${shown.length} on this page`}</option>}
            {matching > shown.length && <option value="all">{`all ${matching} that match`}</option>}
          </select>
        )}
      </Choice>
      <Choice id="bulk-status" label="to status" error={errorOf("status")}>
        {(ties) => (
          <select name="status" className="small-button" defaultValue={answers?.status} {...ties}>
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
      <p className="text-muted">Delegates who are confirmed, declined or cancelled get an email.</p>
    </Form>
  );
}

/** A choice of the row, with its label and what is wrong with it above it. */
function Choice({
  id,
  label,
  error,
  children,
}: {
  id: string;
  label: string;
  error: string | undefined;
  children: (ties: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => React.ReactNode;
}) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {error && <FieldError id={`${id}-error`} label={label} message={error} />}
      {children({
        id,
        "aria-describedby": error && `${id}-error`,
        "aria-invalid": error ? true : undefined,
      })}
    </div>
  );
}

/** What is wrong with the form, each with the field that it is about. */
export const bulkProblems = (result: SubmissionResult | undefined): FormProblem[] =>
  ["scope", "status"].flatMap((name) =>
    (result?.error?.[name] ?? []).map((message) => ({ fieldId: `bulk-${name}`, message })),
  );
