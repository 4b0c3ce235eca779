import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { typedOf } from "#app/components/admin/notices.tsx";
import { FieldError, TextField } from "#app/components/form/field.tsx";
import { messageAddress } from "#app/routes/admin/messages/message-address.ts";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { type MessageJson, TAKE_BACK_MINUTES } from "#app/vocabulary/organiser-message.ts";

export const SEND_LABELS = { when: "When", at: "Send at" };

type Sending = {
  message: MessageJson;
  formId: string;
  timeZone: string;
  /** What the field for the time takes, and what it begins with: the time that was chosen before it was taken back. */
  sendTime: { min: string; max: string; kept: string };
  mail: { isSetUp: boolean };
  result: SubmissionResult | undefined;
};

/** 'Send', now or at a time. */
export function SendSection({ message, formId, timeZone, sendTime, mail, result }: Sending) {
  const isBusy = useNavigation().formData?.get("intent") === "send";
  const [chosen, setChosen] = useState<string | null>(null);
  const typed = typedOf(result);
  const at = typed?.at ?? sendTime.kept;
  const place = timeZone.replace(/.*\//, "").replaceAll("_", " ");
  return (
    <section aria-labelledby="send">
      <h2 id="send" className="border-ink border-t-3 pt-3 text-2xl">
        Send
      </h2>
      <p className="mt-2 mb-6">
        Nothing goes out in the first {TAKE_BACK_MINUTES} minutes: until then you can take it back. Anyone who
        is
        {message.isForAll ? " deleted" : " declined, cancels or is deleted"} in the meantime gets nothing, nor
        does anyone who registers from now on.
      </p>
      <Form method="post" action={messageAddress(message.id)} noValidate preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        {/* What this page has shown: another text, or another number of people, is shown first. */}
        <input type="hidden" name="seen" value={Date.parse(message.updatedAt)} />
        <input type="hidden" name="count" value={message.recipients} />
        <WhenChoice
          isAtTime={at !== "" || typed?.when === "at"}
          error={result?.error?.when?.[0]}
          onChoose={setChosen}
        />
        {/* Browsers send a time that is half filled in like none: it is there only where it has to be whole. */}
        <div className="send-at">
          <TextField
            id="at"
            name="at"
            type="datetime-local"
            label={SEND_LABELS.at}
            hint={`By the clocks of ${place}.`}
            error={result?.error?.at?.[0]}
            defaultValue={at}
            min={sendTime.min}
            max={sendTime.max}
            disabled={chosen === "soon"}
          />
        </div>
        <button
          type="submit"
          name="intent"
          value="send"
          className="button"
          disabled={isBusy || !mail.isSetUp}
        >
          {isBusy ? "Sending..." : `Send to ${countedDelegates(message.recipients)}`}
        </button>
      </Form>
    </section>
  );
}

function WhenChoice({
  isAtTime,
  error,
  onChoose,
}: {
  isAtTime: boolean;
  error: string | undefined;
  onChoose: (value: string) => void;
}) {
  const choice = (value: "soon" | "at", text: string) => (
    <label className="choice">
      <input
        id={value === "soon" ? "when" : undefined}
        type="radio"
        name="when"
        value={value}
        defaultChecked={isAtTime === (value === "at")}
        onChange={() => onChoose(value)}
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
        {choice("soon", `In ${TAKE_BACK_MINUTES} minutes`)}
        {choice("at", "At a time that you choose")}
      </div>
    </fieldset>
  );
}
