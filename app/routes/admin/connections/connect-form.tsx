import { Form, useNavigation } from "react-router";
import { SelectField } from "#app/components/field.tsx";
import { LeaveDialog } from "#app/components/leave-dialog.tsx";
import { useUnsavedChanges } from "#app/hooks/use-unsaved-changes.ts";
import { CONNECTION_ROLES } from "#app/models/connection.ts";
import type { ProgramSessionJson } from "#app/models/program-session.ts";

/** The three selects and 'Connect' (specification, 2). */
export function ConnectForm({
  speakers,
  programSessions,
  answers,
  isUnsaved,
}: {
  speakers: { id: number; name: string }[];
  programSessions: ProgramSessionJson[];
  answers: Record<string, string>;
  /** Whether the answers are such that were refused, or not sent. */
  isUnsaved: boolean;
}) {
  const isConnecting = useNavigation().formData?.has("disconnect") === false;
  const { form, onSubmit, blocker } = useUnsavedChanges({ isRefused: isUnsaved, isDialog: false });
  return (
    <Form
      ref={form}
      onSubmit={onSubmit}
      method="post"
      className="grid items-end gap-x-4 md:grid-cols-[2fr_2fr_1fr_auto]"
      preventScrollReset
    >
      <SelectField
        id="speakerId"
        name="speakerId"
        label="Speaker"
        defaultValue={answers.speakerId}
        options={[
          { value: "", label: "Choose a speaker" },
          ...speakers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        id="sessionId"
        name="sessionId"
        label="Session"
        defaultValue={answers.sessionId}
        options={[
          { value: "", label: "Choose a session" },
          ...programSessions.map(({ id, time, title }) => ({
            value: String(id),
            label: `${time}: ${title}`,
          })),
        ]}
      />
      <SelectField
        id="role"
        name="role"
        label="Role"
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
