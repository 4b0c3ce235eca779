import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { capitalise } from "#app/platform/text.ts";
import { type PageState, PageStateFields } from "#app/routes/admin/delegates/list/page-state.tsx";
import { DECISION_PASSES, DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { DELEGATE_STATUSES, type DelegateStatus, shownStatusValue } from "#app/vocabulary/delegate-status.ts";

export type TickedRows = { count: number; needDecision: boolean };

type BulkFormProps = PageState & {
  action: string;
  writeAction: string;
  shown: { id: number; status: DelegateStatus }[];
  /** Number of delegates on all pages who match the filter. */
  standing: number;
  /** The filter's status if some delegates on the page no longer have it, or null. */
  left: DelegateStatus | null;
  ticked: TickedRows;
  /** True if the form is open without ticks, to change all delegates who match the filter. */
  isForAll: boolean;
  result: SubmissionResult | undefined;
};

/** Form for changing or emailing several delegates, visible while some are ticked. */
export function BulkForm(props: BulkFormProps) {
  const { action, writeAction, shown, standing, ticked, left, isForAll, result, ...state } = props;
  const answers = submittedValues(result);
  const errorOf = (name: string) => result?.error?.[name]?.[0];
  const isRefused = errorOf("scope") !== undefined || errorOf("status") !== undefined;
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  const here = left === null ? "on this page" : `still ${left} here`;
  const count = ticked.count > 0 ? ticked.count : "selected";
  const needDecision = ticked.count > 0 ? ticked.needDecision : DECISION_PASSES.length > 0;
  return (
    <Form
      method="post"
      action={action}
      id="bulk"
      className="desk-bar"
      data-open={isForAll || isRefused || undefined}
      preventScrollReset
    >
      {/* Default button, which Enter in a checkbox presses. It does nothing outside a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="shown" value={shown.map(shownStatusValue).join(",")} />
      <PageStateFields {...state} />
      <button type="submit" className="small-button desk-run" name="run" value="confirmed">
        {`${needDecision ? DECISION_WORDS.accredit : "Confirm"} ${count}`}
      </button>
      {/* Remounted after each response, to show any refused values. */}
      <Disclosure
        key={state.formId}
        label="Change status"
        isOpen={isForAll || isRefused}
        summary={{ id: "bulk-change" }}
      >
        <div className="grid gap-3">
          <Choice id="bulk-scope" label="Change the status of" error={errorOf("scope")}>
            {(ties) => (
              <select
                name="scope"
                className="input"
                defaultValue={
                  answers?.scope ?? (isForAll ? (standing > shown.length ? "all" : "page") : undefined)
                }
                {...ties}
              >
                <option value="selected">
                  {ticked.count > 0 ? `the ${ticked.count} selected` : "the selected delegates"}
                </option>
                {shown.length > 1 && <option value="page">{`all ${shown.length} ${here}`}</option>}
                {standing > shown.length && <option value="all">{`all ${standing} that match`}</option>}
              </select>
            )}
          </Choice>
          <Choice id="bulk-status" label="New status" error={errorOf("status")}>
            {(ties) => (
              <select name="status" className="input" defaultValue={answers?.status} {...ties}>
                <option value="">Choose a status</option>
                {DELEGATE_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {capitalise(status)}
                  </option>
                ))}
              </select>
            )}
          </Choice>
          <button type="submit" className="small-button justify-self-start">
            {isBusy ? "Applying..." : "Apply"}
          </button>
        </div>
      </Disclosure>
      <button type="submit" className="small-button" formAction={writeAction}>
        Email selected
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

const Choice = ({ id, label, error, children }: ChoiceProps) => (
  <div>
    <label htmlFor={id} className="font-semibold">
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
