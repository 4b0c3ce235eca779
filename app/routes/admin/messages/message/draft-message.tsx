import { useMemo } from "react";
import { Form, Link, useNavigation } from "react-router";
import { ErrorSummary, formProblems } from "#app/components/form/error-summary.tsx";
import { SEND_LABELS, SendSection } from "#app/routes/admin/messages/message/send-section.tsx";
import { previewAddress, STATE_ID } from "#app/routes/admin/messages/message-address.ts";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { goneText, type MessageJson, withoutEmailText } from "#app/vocabulary/organiser-message.ts";

type Preview = { id: number; name: string; subject: string; text: string };
type Draft = React.ComponentProps<typeof SendSection> & {
  preview: Preview | null;
  /** Whom the preview comes after, by their id. */
  after: number;
  /** Who is signed in, and gets the test. */
  organiser: string;
};

/** A message that nobody has been promised: what it looks like, a test of it, and 'Send'. */
export function DraftMessage({ result, ...draft }: Draft) {
  const { message, preview } = draft;
  const problems = useMemo(() => formProblems(result, SEND_LABELS), [result]);
  return (
    <>
      <div>
        <ErrorSummary problems={problems} />
        {message.state === "taken back" && (
          <p id={STATE_ID} tabIndex={-1} className="card mb-6 p-5" data-tone="yellow">
            {message.isRestored
              ? "This message was scheduled when the backup was made, and may have gone out since. It goes out only if you send it."
              : "This message was taken back before it went out. No one has got it."}
          </p>
        )}
        <People {...message} />
      </div>
      {preview && <PreviewSection {...draft} preview={preview} />}
      {message.recipients > 0 && message.subject !== "" && <SendSection {...draft} result={result} />}
    </>
  );
}

function People({ state, recipients, gone, withoutEmail, isForAll }: MessageJson) {
  return (
    <p>
      It {state === "taken back" ? "would go" : "goes"} to {countedDelegates(recipients)}
      {gone > 0 && isForAll && `, among them ${goneText(gone)}`}.
      {gone > 0 && !isForAll && ` ${goneText(gone)} ${gone === 1 ? "gets" : "get"} nothing.`}
      {withoutEmail > 0 && ` ${withoutEmailText(withoutEmail)}`}
    </p>
  );
}

function PreviewSection({
  message,
  preview,
  after,
  formId,
  organiser,
  mail,
}: Omit<Draft, "result"> & { preview: Preview }) {
  const isBusy = useNavigation().formData?.get("intent") === "test";
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="border-ink border-t-3 pt-3 text-2xl">
        As {preview.name} gets it
      </h2>
      <div className="card mt-4 p-5">
        <p className="wrap-anywhere font-semibold">{preview.subject}</p>
        <p className="wrap-anywhere mt-4 whitespace-pre-line">{preview.text}</p>
      </div>
      <p className="mt-2 text-base text-muted">
        The private link is a stand-in here and in the test: the real one is for {preview.name} alone.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Form method="post" action={previewAddress(message.id, after)} preventScrollReset>
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
        {message.recipients > 1 && (
          <Link to={previewAddress(message.id, preview.id)} className="text-link" preventScrollReset>
            See it as the next delegate
          </Link>
        )}
        <span className="wrap-anywhere text-base text-muted">The test goes to {organiser}.</span>
      </div>
    </section>
  );
}
