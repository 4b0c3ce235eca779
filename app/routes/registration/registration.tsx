import { data, href } from "react-router";
import { Toast } from "#app/components/toast.tsx";
import { readForm } from "#app/http/form.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { refusal } from "#app/http/refusal.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import {
  canCancel,
  confirmEmailByLink,
  getEmailStanding,
  getRegistrationByLink,
} from "#app/models/delegate/private-registration.server.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { PrivateRegistration } from "#app/routes/registration/private-registration.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { numberText } from "#app/vocabulary/counted.ts";
import {
  answerText,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/registration";

/** What the page of a private link shows; null where the link leads to nothing. */
export async function loader({ params }: Route.LoaderArgs) {
  const delegate = await getRegistrationByLink(params.token);
  if (!delegate) return data(null, { status: 404 });
  const { reference, status, registrationType } = delegate;
  return {
    isCancellable: canCancel(delegate),
    emailQuestion: await emailQuestionFor(delegate),
    code: qrSvgPath(env.SITE_ORIGIN + href("/registration/:token", params)),
    registration: { reference, status, registrationType },
    answers: SHOWN_ANSWERS.flatMap((field) => {
      const text = answerText(delegate, field);
      return text === null ? [] : [{ name: REGISTRATION_LABELS[field], text }];
    }),
  };
}

const FIRST_ANSWERS: RegistrationField[] = ["name", "email", "phone", "jobTitle", "outlet", "favoredStream"];
/** The pass stands apart, and the link to somebody's work is for those who decide. */
const LEFT_OUT: RegistrationField[] = ["registrationType", "workUrl"];
const SHOWN_ANSWERS = [...new Set([...FIRST_ANSWERS, ...REGISTRATION_FIELDS])].filter(
  (field) => !LEFT_OUT.includes(field),
);

/** What stands above the button that verifies an address; null where it is verified. */
async function emailQuestionFor(delegate: Delegate): Promise<string | null> {
  const { isConfirmed, held } = await getEmailStanding(delegate);
  if (isConfirmed || delegate.email === "") return null;
  const waiting =
    held === 1
      ? "One more registration is waiting to be sent to you. "
      : held > 1
        ? `${numberText(held)} more registrations are waiting to be sent to you. `
        : "";
  return `Until you verify ${delegate.email}, we send it no more than one registration email a day, in case someone else is using it. ${waiting}If you share this inbox with colleagues, verify it and their emails will arrive straight away.`;
}

/** Verifies the email address. */
export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["intent"]);
  const isVerified = form.get("intent") === "confirm-email" && (await confirmEmailByLink(params.token));
  return redirectWithToast(
    href("/registration/:token", params),
    isVerified
      ? {
          type: "success",
          message: "Address Verified",
          description: "New registration emails will now arrive straight away.",
        }
      : { type: "error", message: "Error", description: "Nothing was changed." },
  );
}

export const clientAction = keepForm(({ problem, status }) =>
  refusal(status, { description: problem ?? NOT_VERIFIED }),
);

const NOT_VERIFIED = "Failed to verify the email address. Please try again later.";

export default function Registration({ loaderData, actionData, params }: Route.ComponentProps) {
  if (!loaderData) return <UnknownRegistration />;
  return (
    <>
      <PrivateRegistration {...loaderData} token={params.token} />
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
