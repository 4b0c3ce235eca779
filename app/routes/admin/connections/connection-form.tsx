import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { DraftNotice, submittedValues } from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps, SelectField } from "#app/components/form/field.tsx";
import { CONNECTION_FIELDS, CONNECTION_WORDS } from "#app/models/connection/fields.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";

type ConnectFormProps = {
  speakers: { id: number; name: string }[];
  programSessions: ProgramSessionJson[];
  formId: string;
  result: SubmissionResult | undefined;
  draft: Record<string, string> | null;
};

/** Form for a new connection, in a disclosure. Each new connection resets both. */
export function ConnectionForm(props: ConnectFormProps) {
  const isConnecting = useNavigation().formData?.has("role") === true;
  const [wasConnecting, setWasConnecting] = useState(false);
  const [connected, setConnected] = useState(0);
  if (isConnecting !== wasConnecting) {
    setWasConnecting(isConnecting);
    if (!isConnecting && props.result === undefined) setConnected(connected + 1);
  }
  useEffect(() => {
    if (connected > 0) document.getElementById("connect")?.focus();
  }, [connected]);
  return <Selects key={connected} {...props} isConnecting={isConnecting} />;
}

function Selects(props: ConnectFormProps & { isConnecting: boolean }) {
  const { speakers, programSessions, formId, result, draft, isConnecting } = props;
  const isRefused = result !== undefined || draft !== null;
  const form = useUnsavedChanges({ isRefused, isDialog: false });
  const answers = submittedValues(result) ?? draft ?? { role: "speaker" };
  const field = createFieldProps(CONNECTION_WORDS.labels, result, answers);
  const sessions = programSessions.map(({ id, time, title }) => ({ id, name: `${time}: ${title}` }));
  const speakerId = <SelectField {...field("speakerId")} options={optionsOf("Choose a speaker", speakers)} />;
  const sessionId = <SelectField {...field("sessionId")} options={optionsOf("Choose a session", sessions)} />;
  return (
    <Disclosure id="connect" label="Connect a speaker" isMain isOpen={isRefused}>
      <Form ref={form} method="post" preventScrollReset>
        <FormErrors result={result} labels={CONNECTION_WORDS.labels} />
        {draft !== null && result === undefined && <DraftNotice />}
        <input type="hidden" name="formId" value={formId} />
        <FormFields
          form={{ field, refused: undefined }}
          fields={CONNECTION_FIELDS}
          own={{ speakerId, sessionId }}
        />
        <SubmitButton disabled={isConnecting}>{isConnecting ? "Connecting..." : "Connect"}</SubmitButton>
      </Form>
    </Disclosure>
  );
}

const optionsOf = (label: string, items: { id: number; name: string }[]) => [
  { value: "", label },
  ...items.map(({ id, name }) => ({ value: String(id), label: name })),
];
