import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Form, useNavigation, useSearchParams } from "react-router";
import { DraftNotice, typedOf } from "#app/components/admin/notices.tsx";
import { LeaveDialog, useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { followFocus } from "#app/components/focus.ts";
import { ErrorSummary, formProblems, LeftRoom } from "#app/components/form/error-summary.tsx";
import { fieldsOf, SelectField } from "#app/components/form/field.tsx";
import { CONNECTION_WORDS } from "#app/models/connection/connection.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { capitalise } from "#app/platform/text.ts";
import { CONNECTION_ROLES } from "#app/vocabulary/program.ts";

type ConnectFormProps = {
  speakers: { id: number; name: string }[];
  programSessions: ProgramSessionJson[];
  formId: string;
  result: SubmissionResult | undefined;
  draft: Record<string, string> | null;
};

/** The three selects and 'Connect' (specification, 2); empty again after each connection. */
export function ConnectForm(props: ConnectFormProps) {
  const [connected, setConnected] = useState(0);
  const onSaved = useCallback(() => setConnected((count) => count + 1), []);
  const place = useRef<HTMLDivElement>(null);
  const wanted = useSearchParams()[0].get("session");
  // The answer's address names no session: the form keeps the one that it began with.
  const [chosen, setChosen] = useState(wanted);
  if (wanted !== null && wanted !== chosen) setChosen(wanted);
  useEffect(() => {
    // The button is a new one, so the focus goes to the first select.
    if (connected === 0 && !wanted) return;
    place.current?.querySelector("select")?.focus({ preventScroll: true });
    followFocus();
  }, [connected, wanted]);
  return (
    <div ref={place}>
      <LeftRoom isNeeded={isUnsaved(props)}>
        <Selects key={`${connected} ${chosen}`} {...props} wanted={wanted} onSaved={onSaved} />
      </LeftRoom>
    </div>
  );
}

const isUnsaved = ({ result, draft }: Pick<ConnectFormProps, "result" | "draft">) =>
  result !== undefined || draft !== null;

type SelectsProps = ConnectFormProps & { wanted: string | null; onSaved: () => void };

function Selects({ speakers, programSessions, formId, result, draft, wanted, onSaved }: SelectsProps) {
  const isConnecting = useNavigation().formData?.has("disconnect") === false;
  const isRefused = isUnsaved({ result, draft });
  const { form, onSubmit, blocker } = useUnsavedChanges({ isRefused, isDialog: false, onSaved });
  const problems = useMemo(() => formProblems(result, CONNECTION_WORDS.labels), [result]);
  const answers = typedOf(result) ?? draft ?? (wanted === null ? {} : { sessionId: wanted });
  const field = fieldsOf(CONNECTION_WORDS.labels, result, answers);
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
        {draft !== null && result === undefined && <DraftNotice />}
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
        options={CONNECTION_ROLES.map((role) => ({ value: role, label: capitalise(role) }))}
      />
      <button type="submit" className="button mb-6" disabled={isConnecting}>
        {isConnecting ? "Connecting..." : "Connect"}
      </button>
      <LeaveDialog blocker={blocker} />
    </Form>
  );
}
