import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import {
  DraftNotice,
  getFormId,
  getFormVersion,
  StaleNotice,
  submittedValues,
} from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { SmallButton, SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { CheckboxField, createFieldProps, FieldError, TextField } from "#app/components/form/field.tsx";
import type { SaveConflict } from "#app/http/refusal.ts";
import type { PreviewParts } from "#app/mail/message-letter.server.ts";
import { fillPlaceholders } from "#app/platform/placeholders.ts";
import { capitalise, countText, numberText } from "#app/platform/text.ts";
import { MESSAGE_STATE_ELEMENT_ID, messageUrl } from "#app/routes/admin/delegates/list-url.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import {
  MESSAGE_LABELS,
  type MessageJson,
  type SendChoice,
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
      <FormErrors result={result} labels={LABELS} />
      {draft !== null && result === undefined && <DraftNotice />}
      {conflict === "stale" && <StaleNotice labels={MESSAGE_LABELS} answers={stored} />}
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
          <Recipients message={message} names={names} isLive={(typed ?? stored).isLive === "on"} />
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
          <SmallButton name="intent" value="save" disabled={!!busy}>
            {busy === "save" ? "Saving..." : "Save and preview"}
          </SmallButton>
        </div>
        {preview && <PreviewSection {...props} {...{ preview, written }} isBusy={busy === "test"} />}
        {(countReached(message, true) > 0 || message.audience) && (
          <section aria-label="Send" className="mt-4">
            <TimeChoice chosen={typed?.when} error={result?.error?.when?.[0]} />
            {/* Hidden unless “At a chosen time” is chosen. */}
            <div className="send-at">
              <TextField
                {...field("at")}
                type="datetime-local"
                hint={`${timeZone.replace(/.*\//, "").replaceAll("_", " ")} time.`}
                {...sendTime}
              />
            </div>
            <SubmitButton name="intent" value="send" disabled={!!busy || !mail.isSetUp}>
              {busy === "send" ? (
                "Sending..."
              ) : (
                <>
                  Send
                  <span className="unless-live">
                    <ByChoice message={message} render={(count) => ` to ${delegateCountText(count)}`} />
                  </span>
                </>
              )}
            </SubmitButton>
            <p className="mt-3 text-base text-muted">
              You can take the message back until it is sent.{" "}
              <span className="unless-live">
                It will not go to anyone who registers later, or who is{" "}
                <ByChoice
                  message={message}
                  render={(_, isForAll) => (isForAll ? "deleted" : "declined, cancels or is deleted")}
                />{" "}
                before it is sent.
              </span>
            </p>
          </section>
        )}
      </Form>
    </div>
  );
}

type Written = Partial<Record<"subject" | "text", string>>;

const valuesOf = ({ subject, text, isForAll, isLive }: MessageJson) => ({
  subject,
  text,
  isForAll: isForAll ? "on" : "",
  isLive: isLive ? "on" : "",
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

type RecipientsProps = Pick<MessageScreenProps, "message" | "names"> & { isLive: boolean };

/** Lets those who began with a filter choose whether it picks the recipients now or when the message is sent. */
function Recipients({ message, names, isLive }: RecipientsProps) {
  const { audience, withoutEmail } = message;
  const toAll = (count: number) => {
    const others = count - names.length;
    return others > 0 ? ` and ${numberText(others)} more` : "";
  };
  const list = (
    <>
      <strong>
        <ByChoice
          message={message}
          render={audience ? theseText : (count) => `To ${delegateCountText(count)}`}
        />
        {names.length > 0 && ":"}
      </strong>
      {names.length > 0 && ` ${names.join(", ")}`}
      <ByChoice message={message} render={toAll} />.{withoutEmail > 0 && ` ${withoutEmailText(withoutEmail)}`}
    </>
  );
  if (!audience) return <p className="wrap-anywhere mb-4">{list}</p>;
  return (
    <fieldset className="field">
      <legend>Write to</legend>
      <div className="grid gap-2">
        <Choice name="isLive" value="" isChosen={!isLive}>
          {list}
        </Choice>
        <Choice name="isLive" value="on" isChosen={isLive}>
          <strong>{capitalise(audience.text)}:</strong> {numberText(audience.now)} now.
        </Choice>
      </div>
    </fieldset>
  );
}

function theseText(count: number): string {
  if (count === 0) return "No one on the list";
  return count === 1 ? "This person" : `These ${countText(count, "person", "people")}`;
}

type ChoiceProps = { name: string; value: string; isChosen: boolean; children: React.ReactNode };

const Choice = ({ name, value, isChosen, children }: ChoiceProps) => (
  <label className="choice py-2.5">
    <input type="radio" id={isChosen ? name : undefined} {...{ name, value }} defaultChecked={isChosen} />
    <span className="wrap-anywhere">{children}</span>
  </label>
);

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
        <SmallButton name="intent" value="test" disabled={isBusy || !mail.isSetUp}>
          {isBusy ? "Sending..." : "Send a test to me"}
        </SmallButton>
        <span className="wrap-anywhere text-base text-muted">The test will be sent to {organiser}.</span>
      </div>
    </section>
  );
}

const TIMES: [when: SendChoice, text: string][] = [
  ["minute", "Send in one minute"],
  ["soon", "Send in 10 minutes"],
  ["at", "Send at a chosen time"],
];

function TimeChoice({ chosen, error }: Record<"chosen" | "error", string | undefined>) {
  const [known] = TIMES.find(([when]) => when === chosen) ?? ["soon"];
  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error && "when-error"}
    >
      <legend className="sr-only">{LABELS.when}</legend>
      {error && <FieldError id="when-error" label={LABELS.when} message={error} />}
      <div className="grid gap-2 sm:grid-cols-2">
        {TIMES.map(([when, text]) => (
          <Choice key={when} name="when" value={when} isChosen={when === known}>
            <strong>{text}</strong>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
