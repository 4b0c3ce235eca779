import type { SubmissionResult } from "@conform-to/react";
import { href } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";
import { AskForLinkForm, BY_EMAIL, LinkFormErrors, UseLinkForm } from "#app/routes/sign-in/link-forms.tsx";
import { type LoginKind, TRY_AGAIN, WORDS } from "#app/routes/sign-in/words.ts";

/** What the page is about, with what that state of it shows. */
export type LoginAnswer = {
  kind: LoginKind;
  /** Whether links can be mailed. */
  offersMail: boolean;
  link?: string;
  email?: string;
  formId?: string;
  result?: SubmissionResult;
};

/** The login page in any of its states. */
export function LoginPage({ kind, offersMail, link, email, formId, result }: LoginAnswer) {
  const { title, text } = WORDS[kind];
  return (
    <PageFrame>
      <title>{`${result ? "Error: " : ""}${title} – ${conference.name}`}</title>
      <div className="page-width page-body">
        <div className="max-w-2xl">
          <LinkFormErrors result={result} />
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-4">{text}</p>
          {email !== undefined && (
            <p className="mt-4">
              You logged in as <strong>{email}</strong>.
            </p>
          )}
          {kind === "noProvider" && (
            <pre className="card keeps-lines mt-4 wrap-anywhere text-base">
              <code>npm run admin:link -- you@example.com</code>
            </pre>
          )}
          {link !== undefined && <UseLinkForm link={link} />}
          {formId !== undefined && <AskForLinkForm key={formId} formId={formId} result={result} />}
          <OtherWays kind={kind} offersMail={offersMail} />
        </div>
      </div>
    </PageFrame>
  );
}

/** What else can be tried, for whoever has not got in yet. */
function OtherWays({ kind, offersMail }: Pick<LoginAnswer, "kind" | "offersMail">) {
  const canTryAgain = TRY_AGAIN.has(kind);
  const canAsk = offersMail && (canTryAgain || kind === "mailedLinkUsed" || kind === "linkSent");
  if (!canTryAgain && !canAsk) return null;
  return (
    <p className="mt-8 flex flex-wrap gap-3">
      {canTryAgain && (
        <a href={href("/api/login")} className="button">
          Try again
        </a>
      )}
      {canAsk && (
        <a href={BY_EMAIL} className={kind === "mailedLinkUsed" ? "button" : "button button-quiet"}>
          {kind === "linkSent" ? "Ask for another link" : "Get a link by email"}
        </a>
      )}
    </p>
  );
}
