import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { Form, useNavigation } from "react-router";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import { FieldError, TextField } from "#app/components/form/field.tsx";
import { MESSAGE_STATE_ELEMENT_ID, messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { RuledSection } from "#app/routes/admin/ui-elements.tsx";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  type MessageJson,
  MIN_MINUTES_BEFORE_SENDING,
  withdrawnRecipientsText,
  withoutEmailText,
} from "#app/vocabulary/organiser-message.ts";

type Preview = { id: number; name: string; subject: string; text: string };
type Draft = React.ComponentProps<typeof SendSection> & {
  preview: Preview | null;
  organiser: string;
};

export function DraftMessage({ result, ...draft }: Draft) {
  const { message, preview } = draft;
  const problems = useMemo(() => formProblems(result, SEND_LABELS), [result]);
  return (
    <>
      <div>
        <ErrorSummary problems={problems} />
        {message.state === "taken back" && (
          <p id={MESSAGE_STATE_ELEMENT_ID} tabIndex={-1} className="card mb-6 p-5" data-tone="yellow">
            {message.isRestored
              ? "This message was scheduled when the backup was made, and may have been sent since. It will be sent only if you send it again."
              : "This message was taken back before it was sent. No one has received it."}
          </p>
        )}
        <People {...message} />
      </div>
      {preview && <PreviewSection {...draft} preview={preview} />}
      {message.recipients > 0 && message.subject !== "" && <SendSection {...draft} result={result} />}
    </>
  );
}

const People = ({ state, recipients, gone, withoutEmail, isForAll }: MessageJson) => (
  <p>
    This message {state === "taken back" ? "would go" : "goes"} to {delegateCountText(recipients)}
    {gone > 0 && isForAll && `, including the ${withdrawnRecipientsText(gone)}`}.
    {gone > 0 && !isForAll && ` The ${withdrawnRecipientsText(gone)} will not get it.`}
    {withoutEmail > 0 && ` ${withoutEmailText(withoutEmail)}`}
  </p>
);

type PreviewProps = Omit<Draft, "result"> & { preview: Preview };

function PreviewSection({ message, preview, formId, organiser, mail }: PreviewProps) {
  const isBusy = useNavigation().formData?.get("intent") === "test";
  return (
    <RuledSection id="preview" title={`As ${preview.name} will see it`}>
      <div className="card mt-4 p-5">
        <p className="wrap-anywhere font-semibold">{preview.subject}</p>
        <p className="wrap-anywhere mt-4 whitespace-pre-line">{preview.text}</p>
      </div>
      <p className="mt-2 text-base text-muted">
        The private link is a placeholder here and in the test: only {preview.name} receives the real one.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Form method="post" action={messageUrl(message.id)} preventScrollReset>
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name="as" value={preview.id} />
          <button
            type="submit"
            name="intent"
            value="test"
            className="button button-quiet"
            disabled={isBusy || !mail.isSetUp}
          >
            {isBusy ? "Sending..." : "Send a test to me"}
          </button>
        </Form>
        <span className="wrap-anywhere text-base text-muted">The test will be sent to {organiser}.</span>
      </div>
    </RuledSection>
  );
}

const SEND_LABELS = { when: "When", at: "Send at" };

type Sending = {
  message: MessageJson;
  formId: string;
  timeZone: string;
  sendTime: { min: string; max: string };
  mail: { isSetUp: boolean };
  result: SubmissionResult | undefined;
};

function SendSection({ message, formId, timeZone, sendTime, mail, result }: Sending) {
  const isBusy = useNavigation().formData?.get("intent") === "send";
  const typed = submittedValues(result);
  const place = timeZone.replace(/.*\//, "").replaceAll("_", " ");
  return (
    <RuledSection id="send" title="Send">
      <p className="mt-2 mb-6">
        Nothing is sent for the first {MIN_MINUTES_BEFORE_SENDING} minutes, so you can still take the message
        back. The message will not go to anyone who registers later, or who is{" "}
        {message.isForAll ? "deleted" : "declined, cancels or is deleted"} before it is sent.
      </p>
      <Form method="post" action={messageUrl(message.id)} noValidate preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        {/* Version and number of recipients shown. If either has changed, nothing is sent. */}
        <input type="hidden" name="seen" value={Date.parse(message.updatedAt)} />
        <input type="hidden" name="count" value={message.recipients} />
        <TimeChoice isAtTime={typed?.when === "at"} error={result?.error?.when?.[0]} />
        {/* Hidden unless “At a chosen time” is chosen. */}
        <div className="send-at">
          <TextField
            id="at"
            name="at"
            type="datetime-local"
            label={SEND_LABELS.at}
            hint={`${place} time.`}
            error={result?.error?.at?.[0]}
            defaultValue={typed?.at}
            {...sendTime}
          />
        </div>
        <button
          type="submit"
          name="intent"
          value="send"
          className="button"
          disabled={isBusy || !mail.isSetUp}
        >
          {isBusy ? "Sending..." : `Send to ${delegateCountText(message.recipients)}`}
        </button>
      </Form>
    </RuledSection>
  );
}

function TimeChoice({ isAtTime, error }: { isAtTime: boolean; error: string | undefined }) {
  const choice = (value: "soon" | "at", text: string) => (
    <label className="choice">
      <input
        id={value === "soon" ? "when" : undefined}
        type="radio"
        name="when"
        value={value}
        defaultChecked={isAtTime === (value === "at")}
      />
      <span className="font-semibold">{text}</span>
    </label>
  );
  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error && "when-error"}
    >
      <legend>{SEND_LABELS.when}</legend>
      {error && <FieldError id="when-error" label={SEND_LABELS.when} message={error} />}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {choice("soon", `In ${MIN_MINUTES_BEFORE_SENDING} minutes`)}
        {choice("at", "At a chosen time")}
      </div>
    </fieldset>
  );
}
