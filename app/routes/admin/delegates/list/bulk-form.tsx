import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import { FieldError, Options } from "#app/components/form/field.tsx";
import { HiddenFields } from "#app/components/toast.tsx";
import { decisionWords, listChanges, statusName } from "#app/vocabulary/admin-passes.ts";
import type { RegistrationType } from "#app/vocabulary/pass.ts";

type BulkFormProps = {
  formId: string;
  action: string;
  writeAddress: string;
  /** Number of ticked rows. */
  ticked: number;
  /** Passes of the delegates to be changed, as far as known. */
  passes: readonly RegistrationType[];
  /** Number of delegates on all pages who match the filter. */
  matching: number;
  /** Identifies all delegates who match, if the form is open to change them, or null. */
  counted: string | null;
  result: SubmissionResult | undefined;
  onClear: () => void;
};

/** Changes or emails the ticked delegates, and is visible while some are. Or changes all who match. */
export function BulkForm(props: BulkFormProps) {
  const { formId, action, writeAddress, ticked, passes, matching, counted, result, onClear } = props;
  const problem = result?.error?.status?.[0];
  const choices = listChanges(passes).map((value) => ({ value, label: statusName(value, passes) }));
  const isForAll = counted !== null;
  const isOpen = isForAll || problem !== undefined;
  const isBusy = useNavigation().formData?.get("intent") === "bulk";
  return (
    <Form
      method="post"
      action={action}
      id="bulk"
      className="desk-bar"
      data-open={isOpen || undefined}
      preventScrollReset
      onReset={(event) => {
        event.preventDefault();
        onClear();
      }}
    >
      {/* Default button, which Enter in a checkbox presses. It does nothing outside a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <HiddenFields intent="bulk" {...{ formId, counted }} />
      {ticked > 0 && !isForAll && <strong className="max-sm:hidden">{ticked} selected</strong>}
      {!isForAll && (
        <SmallButton name="run" value="confirmed">
          {`${decisionWords(passes).approve} ${ticked || "selected"}`}
        </SmallButton>
      )}
      {/* Remounted after each response, to show any refused values. */}
      <Disclosure
        key={formId}
        label={isForAll ? `Change all ${matching}` : "Change status"}
        isOpen={isOpen}
        summary={{ id: "bulk-change" }}
      >
        <div className="grid gap-3">
          <div>
            <label htmlFor="bulk-status" className="font-semibold">
              New status
            </label>
            {problem && <FieldError id="bulk-status-error" label="New status" message={problem} />}
            <select
              id="bulk-status"
              name="status"
              className="input"
              defaultValue={submittedValues(result)?.status}
              aria-describedby={problem && "bulk-status-error"}
              aria-invalid={problem ? true : undefined}
            >
              <option value="">Choose a status</option>
              <Options of={choices} />
            </select>
          </div>
          <button type="submit" className="small-button justify-self-start">
            {isBusy ? "Applying..." : isForAll ? `Apply to all ${matching}` : "Apply"}
          </button>
        </div>
      </Disclosure>
      {!isForAll && (
        <>
          <SmallButton formAction={writeAddress}>{`Email ${ticked || "selected"}`}</SmallButton>
          <button type="reset" className="text-link text-base">
            Clear
          </button>
        </>
      )}
    </Form>
  );
}
