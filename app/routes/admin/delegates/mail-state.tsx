import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { Badge } from "#app/components/buttons-and-badge.tsx";
import { HiddenFields, RowForm } from "#app/components/toast.tsx";
import type { DelegateMail, MailKind, MailState } from "#app/vocabulary/mail.ts";

const MAIL_KIND_NAMES: Record<MailKind, string> = {
  registered: "Registration received",
  offered: "Offer of a place",
  confirmed: "Confirmed",
  declined: "Declined",
  cancelled: "Cancelled",
  changed: "Registration changed",
  moved: "Notice to the previous address",
  notification: "Notice to the organisers",
  message: "Message from the organisers",
};

const STATES: Record<MailState, { name: string; tone: string; why?: string }> = {
  failed: { name: "Not delivered", tone: "red" },
  held: { name: "Held", tone: "yellow", why: "Not sent: five emails to this address today." },
  restored: {
    name: "Held since the restore",
    tone: "yellow",
    why: "This was waiting when the backup was made, and may have been sent since.",
  },
  sending: { name: "Sending", tone: "yellow" },
  waiting: { name: "Waiting", tone: "yellow" },
  sent: { name: "Sent", tone: "green" },
};
const WORST_FIRST = Object.keys(STATES) as MailState[];

/** Flags an email that has not been sent. */
export function MailFlag({ mails }: { mails: DelegateMail[] }) {
  const worst = WORST_FIRST.find((state) => mails.some((mail) => mail.state === state));
  if (!worst || worst === "sent") return null;
  return (
    <Flag tone={STATES[worst].tone}>
      <span className="sr-only">Email: </span>
      {STATES[worst].name}
    </Flag>
  );
}

export const Flag = ({ tone, children }: React.PropsWithChildren<{ tone: string }>) => (
  <span
    className="desk-flag flex-none font-semibold text-(color:--tint-ink) text-[0.8125rem]"
    data-tone={tone}
  >
    {children}
  </span>
);

type MailListProps = {
  delegate: { name: string };
  action: string;
  formId: string;
  mails: DelegateMail[];
};

export function MailList({ delegate, mails, action, formId }: MailListProps) {
  return (
    <ul className="grid gap-2 text-base">
      {mails.map(({ id, kind, state, problem, isSendable, sentAt }) => {
        const reason = problem ?? STATES[state].why;
        return (
          <li key={id}>
            <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge> {MAIL_KIND_NAMES[kind]}
            {sentAt && (
              <span className="text-muted">
                {" "}
                <Timestamp at={sentAt} />
              </span>
            )}
            {reason && <p className="wrap-anywhere text-muted">{reason}</p>}
            {isSendable && (
              <RowForm action={action} className="mt-1">
                <HiddenFields formId={formId} intent="send-now" />
                <button type="submit" name="mail" value={id} className="small-button">
                  Send now
                  <span className="sr-only">
                    : {MAIL_KIND_NAMES[kind]} to {delegate.name}
                  </span>
                </button>
              </RowForm>
            )}
          </li>
        );
      })}
    </ul>
  );
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
        <p>
          Delegates can register as usual, but their emails are not sent. To send them, set{" "}
          <code>SMTP_URL</code> to your mail server and restart the site.
        </p>
      )}
    </Disclosure>
  );
}
