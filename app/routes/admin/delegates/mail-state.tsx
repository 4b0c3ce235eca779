import { Form, useNavigation } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { Timestamp } from "#app/components/admin/timestamp.tsx";
import { groupBy } from "#app/platform/group-by.ts";
import type { DelegateMail, MailKind } from "#app/vocabulary/mail.ts";

export const MAIL_KIND_NAMES: Record<MailKind, string> = {
  registered: "Registration received",
  confirmed: "Confirmed",
  declined: "Declined",
  cancelled: "Cancelled",
  changed: "Registration changed",
  "taken-over": "Registration transferred",
  moved: "Notice to the previous address",
  notification: "Notice to the organisers",
  message: "Message from the organisers",
};
const STATES = {
  waiting: { name: "Waiting", tone: "yellow" },
  held: { name: "Held back", tone: "yellow" },
  sent: { name: "Sent", tone: "green" },
  failed: { name: "Not delivered", tone: "red" },
} as const;

const BUTTONS = [
  { isFor: "failed", intent: "send-again", text: "Send again" },
  { isFor: "held", intent: "send-now", text: "Send now" },
] as const;

const stateOf = ({ state, heldUntil }: DelegateMail): keyof typeof STATES =>
  heldUntil === null ? state : "held";

const WORST_FIRST = ["failed", "held", "waiting", "sent"] as const;

export function MailBadge({ mails }: { mails: DelegateMail[] }) {
  const worst = WORST_FIRST.find((state) => mails.some((mail) => stateOf(mail) === state));
  if (!worst) return null;
  return (
    <span className="badge" data-tone={STATES[worst].tone}>
      <span className="sr-only">Email: </span>
      {STATES[worst].name}
    </span>
  );
}

type MailListProps = {
  delegate: { id: number; name: string };
  action: string;
  formId: string;
  mails: DelegateMail[];
};

export function MailList({ delegate, mails, action, formId }: MailListProps) {
  const isBusy = useNavigation().state === "submitting";
  const buttons = BUTTONS.filter(({ isFor }) => mails.some((mail) => stateOf(mail) === isFor));
  return (
    <div className="text-base">
      <ul className="grid gap-1">
        {groupMails(mails).map(({ state, kinds, problem, heldUntil }) => (
          <li key={`${state} ${problem}`}>
            <span className="badge" data-tone={STATES[state].tone}>
              {STATES[state].name}
            </span>{" "}
            {kinds}
            {problem && <p className="wrap-anywhere text-muted">{problem}</p>}
            {heldUntil && (
              <p className="text-muted">
                This address has already been sent its daily email about new registrations. This email will be
                sent on <Timestamp at={heldUntil} />, or as soon as someone verifies the address with the link
                in an earlier email.
              </p>
            )}
          </li>
        ))}
      </ul>
      {buttons.length > 0 && (
        <Form method="post" action={action} preventScrollReset className="mt-2 flex gap-2">
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name="delegate" value={delegate.id} />
          {buttons.map(({ intent, text }) => (
            <button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              className="small-button"
              disabled={isBusy}
            >
              {text}
              <span className="sr-only"> to {delegate.name}</span>
            </button>
          ))}
        </Form>
      )}
    </div>
  );
}

/** Groups emails by state and problem into lines such as 'Confirmed ×2, Declined'. */
function groupMails(mails: DelegateMail[]) {
  const groups = groupBy(mails, (mail) => `${stateOf(mail)} ${mail.problem ?? ""}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const kinds = [...groupBy(group, ({ kind }) => kind)]
      .map(([kind, { length }]) =>
        length === 1 ? MAIL_KIND_NAMES[kind] : `${MAIL_KIND_NAMES[kind]} ×${length}`,
      )
      .join(", ");
    return [{ state: stateOf(first), problem: first.problem, heldUntil: first.heldUntil, kinds }];
  });
}

export function MailNotice({ isSetUp, trouble }: { isSetUp: boolean; trouble: string | null }) {
  if (isSetUp && trouble === null) return null;
  return (
    <Disclosure
      label={isSetUp ? "Emails are not being sent" : "Email is not set up"}
      className="mail-notice"
      summary={{ className: "badge", "data-tone": "yellow" }}
    >
      {isSetUp ? (
        <p className="wrap-anywhere">
          {trouble} The emails are kept, and the site tries again every few minutes.
        </p>
      ) : (
        <>
          <p>
            Delegates can register as usual, but their emails are not sent. To send them, set{" "}
            <code>SMTP_URL</code> to your mail server and restart the site, for example:
          </p>
          <p className="wrap-anywhere mt-2">
            <code>
              SMTP_URL=
              <wbr />
              smtp://user:password
              <wbr />
              @mail.example.com:587
            </code>
          </p>
        </>
      )}
    </Disclosure>
  );
}
