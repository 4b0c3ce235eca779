import { Form, useNavigation } from "react-router";
import type { DelegateMail, MailKind } from "#app/models/outbox.ts";

const KIND_NAMES: Record<MailKind, string> = {
  registered: "Registration received",
  confirmed: "Confirmed",
  declined: "Declined",
  cancelled: "Cancelled",
  notification: "Note to the organisers",
};
const STATES = {
  waiting: { name: "waiting", tone: "yellow" },
  sent: { name: "sent", tone: "green" },
  failed: { name: "not delivered", tone: "red" },
} as const;

/** The mail about a delegate with its state; where an address failed, why, and the way to try it again. */
export function MailState({
  delegateId,
  delegateName,
  mails,
  action,
}: {
  delegateId: number;
  delegateName: string;
  /** The page of the desk to come back to. */
  action: string;
  /** Of this delegate alone, the oldest first: from `listMailOf`. */
  mails: DelegateMail[];
}) {
  const isBusy = useNavigation().state === "submitting";
  if (mails.length === 0) return null;
  return (
    <div className="mt-3 border-rule border-t pt-3 text-base">
      <ul className="grid gap-1">
        {mails.map(({ id, kind, state, problem }) => (
          <li key={id}>
            <span>{KIND_NAMES[kind]}: </span>
            <span className="badge" data-tone={STATES[state].tone}>
              {STATES[state].name}
            </span>
            {problem && <p className="wrap-anywhere text-muted">{problem}</p>}
          </li>
        ))}
      </ul>
      {mails.some(({ state }) => state === "failed") && (
        <Form method="post" action={action} preventScrollReset className="mt-2">
          <input type="hidden" name="delegate" value={delegateId} />
          <button type="submit" name="intent" value="send-again" className="small-button" disabled={isBusy}>
            Send again<span className="sr-only"> to {delegateName}</span>
          </button>
        </Form>
      )}
    </div>
  );
}

/** Says at the top of the screen where no mail leaves the site, and what to do. Nothing where mail works. */
export function MailNotice({ isSetUp, trouble }: { isSetUp: boolean; trouble: string | null }) {
  if (isSetUp && trouble === null) return null;
  return (
    <section aria-labelledby="mail-notice" className="card mb-6 max-w-4xl p-5" data-tone="yellow">
      <h2 id="mail-notice" className="text-xl">
        {isSetUp ? "Mail is not getting out" : "Mail is not set up"}
      </h2>
      {isSetUp ? (
        <p className="wrap-anywhere mt-2">{trouble} The mail waits, and is tried again every few minutes.</p>
      ) : (
        <>
          <p className="mt-2">
            People register as usual, and the mail to them waits. To send it, set <code>SMTP_URL</code> to
            your mail server and start the site again, for example:
          </p>
          <p className="wrap-anywhere mt-2">
            <code>SMTP_URL=smtp://user:password@mail.example.com:587</code>
          </p>
        </>
      )}
    </section>
  );
}
