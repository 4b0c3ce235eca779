import type { SubmissionResult } from "@conform-to/react";
import { Form, href, useNavigation } from "react-router";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps, EMAIL_INPUT, TextField } from "#app/components/form/field.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";

export type LoginAnswer = {
  kind: LoginKind;
  offersMail: boolean;
  link?: string;
  email?: string;
  formId?: string;
  result?: SubmissionResult;
};

export function LoginPage({ kind, offersMail, link, email, formId, result }: LoginAnswer) {
  const { title, text } = WORDS[kind];
  return (
    <PageFrame>
      <title>{`${result ? "Error: " : ""}${title} – ${conference.name}`}</title>
      <div className="page-width page-body">
        <div className="max-w-2xl">
          <FormErrors result={result} labels={LABELS} />
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-4">{text}</p>
          {email !== undefined && (
            <p className="mt-4">
              You logged in as <strong>{email}</strong>.
            </p>
          )}
          {kind === "noProvider" && (
            <pre className="card mt-4 whitespace-pre-line wrap-anywhere text-base">
              <code>npm run admin:link -- you@example.com</code>
            </pre>
          )}
          {link !== undefined && <UseLinkForm link={link} />}
          {formId !== undefined && <RequestLinkForm key={formId} formId={formId} result={result} />}
          {kind === "again" && (
            <p className="mt-8">
              <a href={`${href("/api/login")}?again=now`} className="button">
                Log in again
              </a>
            </p>
          )}
          <LoginAlternatives kind={kind} offersMail={offersMail} />
        </div>
      </div>
    </PageFrame>
  );
}

function LoginAlternatives({ kind, offersMail }: Pick<LoginAnswer, "kind" | "offersMail">) {
  const canTryAgain = TRY_AGAIN.has(kind);
  const canAsk = offersMail && (canTryAgain || kind === "linkUsed" || kind === "linkSent");
  if (!canTryAgain && !canAsk) return null;
  return (
    <p className="mt-8 flex flex-wrap gap-4">
      {canTryAgain && (
        <a href={href("/api/login")} className="button">
          Try again
        </a>
      )}
      {canAsk && (
        <a href={BY_EMAIL} className={kind === "linkUsed" ? "button" : "button button-quiet"}>
          {kind === "linkSent" ? "Ask for another link" : "Get a link by email"}
        </a>
      )}
    </p>
  );
}

/** Address of the email form. Without `by`, /api/login may redirect to an identity provider. */
const BY_EMAIL = `${href("/api/login")}?by=email`;

const LABELS = { email: "Email Address" };

function RequestLinkForm({ formId, result }: { formId: string; result: SubmissionResult | undefined }) {
  const isSending = useNavigation().formMethod === "POST";
  const typed = result?.initialValue?.email;
  const field = createFieldProps(LABELS, result, { email: typeof typed === "string" ? typed : undefined });
  return (
    <Form method="post" action={BY_EMAIL} noValidate className="mt-8 max-w-xl">
      <input type="hidden" name="formId" value={formId} />
      <TextField {...field("email")} {...EMAIL_INPUT} autoComplete="email" enterKeyHint="send" />
      <SubmitButton disabled={isSending}>{isSending ? "Sending..." : "Send me a link"}</SubmitButton>
    </Form>
  );
}

/** Logs the user in with a button, because mail scanners open links. */
function UseLinkForm({ link }: { link: string }) {
  const isLoggingIn = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="mt-8">
      <input type="hidden" name="link" value={link} />
      <SubmitButton disabled={isLoggingIn}>Log in</SubmitButton>
    </Form>
  );
}

const NOT_LOGGED_IN = {
  title: "You were not logged in",
  text: "The login was cancelled, timed out or began in another browser.",
};

const WORDS = {
  link: {
    title: "Log in to the admin panel",
    text: "This link works once, within 15 minutes of its creation.",
  },
  again: {
    title: "Log in again",
    text: "You logged in more than an hour ago. Exporting lists and deleting personal data need a newer login, in case someone else is using your browser.",
  },
  linkUsed: {
    title: "This link has been used or has expired",
    text: "A one-time link works once, within 15 minutes. Ask for a new one.",
  },
  askForLink: {
    title: "Log in by email",
    text: "Enter your email address. If it is on the list of organisers or helpers, we will send you a link that logs you in.",
  },
  linkSent: {
    title: "Check your email",
    text: "If the address is on the list, a link is on its way. It works once, within 15 minutes. Nothing after five minutes? Check your spam folder, then ask again.",
  },
  noProvider: {
    title: "You need a one-time link to log in",
    text: "No identity provider is connected to this site. The site’s operator can create a login link for an organiser with this command on the server:",
  },
  "provider-down": {
    title: "The identity provider is not responding",
    text: "The service that logs people in cannot be reached right now. Nothing is lost. Try again in a few minutes.",
  },
  "provider-refused": NOT_LOGGED_IN,
  "state-mismatch": NOT_LOGGED_IN,
  noCookies: {
    title: "You need cookies to log in",
    text: "Your browser did not send our cookie back. Allow cookies for this site, then try again. This also happens if you began to log in with another browser.",
  },
  "address-not-verified": {
    title: "Your email address is not verified",
    text: "Verify it with your identity provider first, then log in again.",
  },
  notListed: {
    title: "You don’t have access",
    text: "This email address isn’t on the list of organisers. Ask the operator of this site to add it, or log in with a different address.",
  },
  dayOver: {
    title: "The day is over",
    text: "Helpers could log in until the end of the conference. Thank you for your help! If you still need the panel, ask an organiser.",
  },
} as const;

export type LoginKind = keyof typeof WORDS;

/** Login failures after which another attempt may succeed. */
const TRY_AGAIN: ReadonlySet<LoginKind> = new Set([
  "provider-down",
  "provider-refused",
  "state-mismatch",
  "noCookies",
  "address-not-verified",
  "notListed",
]);
