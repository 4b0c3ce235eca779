import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { Form, useNavigation } from "react-router";
import { typedOf } from "#app/components/conflict-notice.tsx";
import { ErrorSummary } from "#app/components/error-summary.tsx";
import { fieldsOf, SelectField } from "#app/components/field.tsx";
import { formProblems } from "#app/components/form-problems.ts";
import { LeaveDialog } from "#app/components/leave-dialog.tsx";
import { useUnsavedChanges } from "#app/hooks/use-unsaved-changes.ts";
import { CONNECTION_LABELS, CONNECTION_ROLES } from "#app/models/connection.ts";
import type { ProgramSessionJson } from "#app/models/program-session.ts";

/** The three selects and 'Connect' (specification, 2). */
export function ConnectForm({
  speakers,
  programSessions,
  formId,
  result,
  draft,
}: {
  speakers: { id: number; name: string }[];
  programSessions: ProgramSessionJson[];
  formId: string;
  result: SubmissionResult | undefined;
  /** What was chosen before a login ended. */
  draft: Record<string, string> | null;
}) {
  const isConnecting = useNavigation().formData?.has("disconnect") === false;
  const isUnsaved = result !== undefined || draft !== null;
  const { form, onSubmit, blocker } = useUnsavedChanges({ isRefused: isUnsaved, isDialog: false });
  const problems = useMemo(() => formProblems(result, CONNECTION_LABELS), [result]);
  const answers = typedOf(result) ?? draft ?? {};
  const field = fieldsOf(CONNECTION_LABELS, result, answers);
  return (
    <Form
      ref={form}
      onSubmit={onSubmit}
      method="post"
      className="grid items-end gap-x-4 md:grid-cols-[2fr_2fr_1fr_auto]"
      preventScrollReset
    >
      <div className="md:col-span-4">
        <ErrorSummary problems={problems} />
      </div>
      <input type="hidden" name="formId" value={formId} />
      <SelectField
        {...field("speakerId")}
        options={[
          { value: "", label: "Choose a speaker" },
          ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        {...field("sessionId")}
        options={[
          { value: "", label: "Choose a session" },
          ...programSessions.map(({ id, time, title }) => ({
            value: String(id),
            label: `${time}: ${title}`,
          })),
        ]}
      />
      <SelectField
        {...field("role")}
        defaultValue={answers.role ?? "speaker"}
        options={CONNECTION_ROLES.map((role) => ({
          value: role,
          label: role.charAt(0).toUpperCase() + role.slice(1),
        }))}
      />
      <button type="submit" className="button mb-6" disabled={isConnecting}>
        {isConnecting ? "Connecting..." : "Connect"}
      </button>
      <LeaveDialog blocker={blocker} />
    </Form>
  );
}
