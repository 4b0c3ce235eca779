import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { Form, href, useNavigation } from "react-router";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { fieldsOf, TextField } from "#app/components/form/field.tsx";
import { formProblems } from "#app/components/form/form-problems.ts";

/** The form that asks for a link. Without the parameter, its address leads to the identity provider if there is one. */
export const BY_EMAIL = `${href("/api/login")}?by=email`;

const LABELS = { email: "Email Address" };

/** What is wrong with the address that was sent, to stand before the heading of the page. */
export function LinkFormErrors({ result }: { result: SubmissionResult | undefined }) {
  const problems = useMemo(() => formProblems(result, LABELS), [result]);
  return <ErrorSummary problems={problems} />;
}

/** Asks for a one-time link by email. */
export function AskForLinkForm({ formId, result }: { formId: string; result: SubmissionResult | undefined }) {
  const isSending = useNavigation().formMethod === "POST";
  const typed = result?.initialValue?.email;
  const field = fieldsOf(LABELS, result, { email: typeof typed === "string" ? typed : undefined });
  return (
    <Form method="post" action={BY_EMAIL} noValidate className="mt-8 max-w-xl">
      <input type="hidden" name="formId" value={formId} />
      <TextField
        {...field("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? "Sending..." : "Send me a link"}
      </button>
    </Form>
  );
}

/** Uses a one-time link up: programs that look through mail open links, and press no button. */
export function UseLinkForm({ link }: { link: string }) {
  const isLoggingIn = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="mt-8">
      <input type="hidden" name="link" value={link} />
      <button type="submit" className="button" disabled={isLoggingIn}>
        Log in
      </button>
    </Form>
  );
}
