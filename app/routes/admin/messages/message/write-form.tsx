import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useMemo, useState } from "react";
import { Form, useNavigation } from "react-router";
import {
  DraftNotice,
  getFormId,
  getFormVersion,
  StaleNotice,
  submittedValues,
} from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import { CheckboxField, createFieldProps, FieldError, TextField } from "#app/components/form/field.tsx";
import type { SaveConflict } from "#app/http/refusal.ts";
import type { PreviewParts } from "#app/mail/message-letter.server.ts";
import { fillPlaceholders } from "#app/platform/placeholders.ts";
import { numberText } from "#app/platform/text.ts";
import { MESSAGE_STATE_ELEMENT_ID, messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  MESSAGE_LABELS,
  type MessageJson,
  MIN_MINUTES_BEFORE_SENDING,
  withdrawnRecipientsText,
  withoutEmailText,
} from "#app/vocabulary/organiser-message.ts";
import type { Route } from "./+types/message";

/** The data of the page, which has a message, and the answer to a refused form. */
export type MessageScreenProps = Omit<Route.ComponentProps["loaderData"], "message"> & {
  message: MessageJson;
  result: SubmissionResult | undefined;
  conflict: SaveConflict | null | undefined;
};

const LABELS = { ...MESSAGE_LABELS, when: "When", at: "Send at" };

/** Recipients, text, preview and time of a message. Each button saves the text first. */
export function WriteForm(props: MessageScreenProps) {
  const { message, names, preview, draft, formId, timeZone, sendTime, mail, result, conflict } = props;
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" ? formData?.get("intent") : undefined;
  const problems = useMemo(() => formProblems(result, LABELS), [result]);
  const form = useUnsavedChanges({
    isRefused: result !== undefined || draft !== null,
    isDialog: false,
    version: message.updatedAt,
  });
  const typed = submittedValues(result) ?? draft;
  const stored = valuesOf(message);
  const field = createFieldProps(LABELS, result, typed ?? stored);
  const [written, setWritten] = useState<Written>(typed ?? stored);
  const follow = () => form.current && setWritten(Object.fromEntries(new FormData(form.current)) as Written);
  // The organiser may have typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form exists after the first render
  useEffect(() => void follow(), []);
  return (
    <div>
      <ErrorSummary problems={problems} />
      {draft !== null && result === undefined && <DraftNotice />}
      {conflict === "stale" && <StaleNotice labels={MESSAGE_LABELS} current={stored} />}
      {message.state === "taken back" && (
        <p id={MESSAGE_STATE_ELEMENT_ID} tabIndex={-1} className="card mb-6 p-5" data-tone="yellow">
          {message.isRestored
            ? "This message was scheduled when the backup was made, and may have been sent since. It will be sent only if you send it again."
            : "This message was taken back before it was sent. No one has received it."}
        </p>
      )}
      <Form
        ref={form}
        method="post"
        action={messageUrl(message.id)}
        noValidate
        preventScrollReset
        onInput={follow}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-10 pt-2 lg:grid-cols-2 lg:grid-rows-[auto_1fr]"
      >
        <input type="hidden" name="formId" value={getFormId(formId, typed, conflict)} />
        {/* Version and number of recipients shown. If either has changed, nothing is sent. */}
        <input type="hidden" name="seen" value={getFormVersion(message, typed, conflict)} />
        <input type="hidden" name="count" value={countReached(message, false)} />
        <input type="hidden" name="countOfAll" value={countReached(message, true)} />
        {/* Links a draft to the message, so both are deleted together. */}
        <input type="hidden" name="message" value={message.id} />
        <div>
          <Recipients message={message} names={names} />
          <TextField
            {...field("subject")}
            maxLength={600}
            autoComplete="off"
            autoFocus={message.subject === "" && result === undefined}
          />
          <TextField
            {...field("text")}
            rows={7}
            hint="{name}, {reference} and {link} become each delegate’s own."
          />
          {hasChoice(message) && (
            <CheckboxField
              {...field("isForAll")}
              label={`Also write to the ${withdrawnRecipientsText(message.gone)}`}
            />
          )}
          <button type="submit" name="intent" value="save" className="small-button" disabled={!!busy}>
            {busy === "save" ? "Saving..." : "Save and preview"}
          </button>
        </div>
        {preview && <PreviewSection {...props} {...{ preview, written }} isBusy={busy === "test"} />}
        {countReached(message, true) > 0 && (
          <section aria-label="Send" className="mt-4">
            <TimeChoice isAtTime={typed?.when === "at"} error={result?.error?.when?.[0]} />
            {/* Hidden unless “At a chosen time” is chosen. */}
            <div className="send-at">
              <TextField
                {...field("at")}
                type="datetime-local"
                hint={`${timeZone.replace(/.*\//, "").replaceAll("_", " ")} time.`}
                {...sendTime}
              />
            </div>
            <button
              type="submit"
              name="intent"
              value="send"
              className="button"
              disabled={!!busy || !mail.isSetUp}
            >
              {busy === "send" ? (
                "Sending..."
              ) : (
                <ByChoice message={message} render={(count) => `Send to ${delegateCountText(count)}`} />
              )}
            </button>
            <p className="mt-3 text-base text-muted">
              Nothing is sent for the first {MIN_MINUTES_BEFORE_SENDING} minutes, so you can still take the
              message back. The message will not go to anyone who registers later, or who is{" "}
              <ByChoice
                message={message}
                render={(_, isForAll) => (isForAll ? "deleted" : "declined, cancels or is deleted")}
              />{" "}
              before it is sent.
            </p>
          </section>
        )}
      </Form>
    </div>
  );
}

type Written = Partial<Record<"subject" | "text", string>>;

const valuesOf = ({ subject, text, isForAll }: MessageJson) => ({
  subject,
  text,
  isForAll: isForAll ? "on" : "",
});

const hasChoice = ({ gone, isForAll }: MessageJson): boolean => gone > 0 || isForAll;

const countReached = ({ recipients, gone, isForAll }: MessageJson, isToAll: boolean): number =>
  recipients - (isForAll ? gone : 0) + (isToAll ? gone : 0);

type ByChoiceProps = {
  message: MessageJson;
  render: (count: number, isForAll: boolean) => React.ReactNode;
};

/** Follows the checkbox for declined and cancelled delegates, also without JavaScript. */
function ByChoice({ message, render }: ByChoiceProps) {
  const unlessForAll = render(countReached(message, false), false);
  if (!hasChoice(message)) return unlessForAll;
  return (
    <>
      <span className="unless-for-all">{unlessForAll}</span>
      <span className="if-for-all">{render(countReached(message, true), true)}</span>
    </>
  );
}

function Recipients({ message, names }: Pick<MessageScreenProps, "message" | "names">) {
  const toAll = (count: number) => {
    const others = count - names.length;
    return others > 0 ? ` and ${numberText(others)} more` : "";
  };
  return (
    <p className="wrap-anywhere mb-4">
      <strong>
        To <ByChoice message={message} render={delegateCountText} />
        {names.length > 0 && ":"}
      </strong>{" "}
      {names.join(", ")}
      <ByChoice message={message} render={toAll} />.
      {message.withoutEmail > 0 && ` ${withoutEmailText(message.withoutEmail)}`}
    </p>
  );
}

type PreviewProps = Pick<MessageScreenProps, "organiser" | "mail"> & {
  preview: PreviewParts;
  written: Written;
  isBusy: boolean;
};

function PreviewSection({ preview, written, organiser, mail, isBusy }: PreviewProps) {
  const { subject = "", text = "" } = written;
  return (
    <section aria-labelledby="preview" className="mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <h2 id="preview" className="text-xl">
        As {preview.name} will see it
      </h2>
      <div className="card mt-3 p-5">
        <p className="wrap-anywhere font-semibold">
          {fillPlaceholders(subject, preview.values) || "Subject"}
        </p>
        <p className="wrap-anywhere mt-4 whitespace-pre-line">
          {fillPlaceholders(text, preview.values)}
          {preview.ending}
        </p>
      </div>
      <p className="mt-3 text-base text-muted">
        The private link is a placeholder here and in the test: only {preview.name} receives the real one.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="as" value={preview.id} />
        <button
          type="submit"
          name="intent"
          value="test"
          className="small-button"
          disabled={isBusy || !mail.isSetUp}
        >
          {isBusy ? "Sending..." : "Send a test to me"}
        </button>
        <span className="wrap-anywhere text-base text-muted">The test will be sent to {organiser}.</span>
      </div>
    </section>
  );
}

function TimeChoice({ isAtTime, error }: { isAtTime: boolean; error: string | undefined }) {
  const choice = (value: "soon" | "at", text: string) => (
    <label className="choice py-2.5">
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
      <legend className="sr-only">{LABELS.when}</legend>
      {error && <FieldError id="when-error" label={LABELS.when} message={error} />}
      <div className="grid gap-2 sm:grid-cols-2">
        {choice("soon", `Send in ${MIN_MINUTES_BEFORE_SENDING} minutes`)}
        {choice("at", "Send at a chosen time")}
      </div>
    </fieldset>
  );
}
