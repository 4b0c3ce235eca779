import { data, Form, href, useNavigation } from "react-router";
import { FactList, formatFact } from "#app/components/fact-list.tsx";
import { ContactLink, PageLink } from "#app/components/links.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import {
  canCancel,
  confirmEmailByLink,
  getEmailStatus,
  getRegistrationByLink,
} from "#app/models/delegate/private-link.server.ts";
import { formatReference } from "#app/models/delegate/reference.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { PassSales } from "#app/routes/register/pass-sales.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { numberText } from "#app/vocabulary/number-text.ts";
import { alternativePass, findPass, passName, type RegistrationType } from "#app/vocabulary/pass.ts";
import {
  getAnswerText,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/registration";

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
      const text = getAnswerText(delegate, field);
      return text === null ? [] : [{ name: REGISTRATION_LABELS[field], text }];
    }),
  };
}

const FIRST_ANSWERS: RegistrationField[] = [
  "name",
  "email",
  "phone",
  "jobTitle",
  "company",
  "outlet",
  "favoredStream",
];
/** Fields that are shown elsewhere on the page or that only organisers need. */
const LEFT_OUT: RegistrationField[] = ["registrationType", "workUrl"];
const SHOWN_ANSWERS = [...new Set([...FIRST_ANSWERS, ...REGISTRATION_FIELDS])].filter(
  (field) => !LEFT_OUT.includes(field),
);

async function emailQuestionFor(delegate: Delegate): Promise<string | null> {
  const { isConfirmed, held } = await getEmailStatus(delegate);
  if (isConfirmed || delegate.email === "") return null;
  const waiting =
    held === 1
      ? "One more registration is waiting to be sent to you. "
      : held > 1
        ? `${numberText(held)} more registrations are waiting to be sent to you. `
        : "";
  return `Until you verify ${delegate.email}, we send no more than one registration email a day to it, in case someone else is using it. ${waiting}If you share this inbox with colleagues, verify the address and their emails will arrive straight away.`;
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["intent"]);
  const isVerified = form.get("intent") === "confirm-email" && (await confirmEmailByLink(params.token));
  const toast = isVerified ? VERIFIED : NOTHING_CHANGED;
  return redirectWithToast(href("/registration/:token", params), toast);
}

const NOTHING_CHANGED = { type: "error", message: "Error", description: "Nothing was changed." } as const;
const VERIFIED = {
  type: "success",
  message: "Address Verified",
  description: "New registration emails will now arrive straight away.",
} as const;

const NOT_VERIFIED = "Failed to verify the email address. Please try again later.";

export const clientAction = withFormRecovery(({ problem, status }) =>
  createRefusalResponse(status, { description: problem ?? NOT_VERIFIED }),
);

export default function Registration({ loaderData, actionData, params }: Route.ComponentProps) {
  if (!loaderData) return <UnknownRegistration />;
  return (
    <>
      <PrivateRegistration {...loaderData} token={params.token} />
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}

const { contact, plans, name: event } = conference;

type Words = { title: string; text: string; tone: string };

const statusWords = (pass: string): Record<DelegateStatus, Words> => ({
  pending: {
    title: "We have your registration",
    text: "We will write to you when it is confirmed.",
    tone: "blue",
  },
  confirmed: {
    title: `Your ${event} pass is confirmed`,
    text: "We look forward to seeing you. At the door, show the code on this page or give your reference.",
    tone: "green",
  },
  declined: { title: `We can’t offer you a ${pass}`, text: "We’re sorry.", tone: "grey" },
  cancelled: {
    title: "Your registration has been cancelled",
    text: "There is nothing else you need to do. If you change your mind, you can register again.",
    tone: "grey",
  },
  attended: { title: "You have checked in", text: "Welcome, and thank you for coming.", tone: "green" },
});

const CODE_TEXTS: Partial<Record<DelegateStatus, string>> = {
  pending: "This code works once your pass is confirmed.",
  confirmed: "Show this code at the door, on your phone or printed out.",
  attended: "You have checked in and do not need this code again.",
};

function PrivateRegistration(props: NonNullable<Route.ComponentProps["loaderData"]> & { token: string }) {
  const { registration, answers, token, code, isCancellable, emailQuestion } = props;
  const { reference, status, registrationType } = registration;
  const { title, text, tone } = statusWords(passName(registrationType))[status];
  const isComing = status !== "declined" && status !== "cancelled";
  return (
    <div className="page-width page-body">
      <title>{`Your Registration – ${event}`}</title>
      <div className="max-w-2xl">
        <h1 className="text-3xl">Your Registration</h1>
        <div className="card mt-8 p-6" data-tone={tone}>
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2">
            {text} {status === "pending" && <NextStep of={registrationType} />}
            {status === "declined" && <Alternatives type={registrationType} />}
          </p>
        </div>
        <div className="private-facts mt-8 grid gap-8">
          {isComing && (
            <figure className="private-code">
              <svg
                role="img"
                aria-label="QR code of the link to this page"
                viewBox={`0 0 ${code.size} ${code.size}`}
              >
                <path d={`M0 0h${code.size}v${code.size}h-${code.size}z`} fill="#fff" />
                <path d={code.path} fill="#000" shapeRendering="crispEdges" />
              </svg>
              <figcaption className="mt-2 text-base text-muted">{CODE_TEXTS[status]}</figcaption>
            </figure>
          )}
          <FactList
            className="min-w-0"
            facts={[
              { name: "Reference", value: <strong>{formatReference(reference)}</strong> },
              { name: "Pass", value: passName(registrationType) },
              ...(isComing ? DAY_FACTS.map(formatFact) : []),
              ...answers.map(({ name, text }) => ({
                name,
                value: <span className="wrap-anywhere preserve-lines">{text}</span>,
              })),
            ]}
          />
        </div>
        <p className="mt-8 flex flex-wrap gap-4 no-print">
          {isComing && (
            <a
              href={href("/registration/:token/calendar.ics", { token })}
              className={status === "attended" ? "button button-quiet" : "button"}
              download
            >
              Add to calendar
            </a>
          )}{" "}
          {isCancellable && (
            <PageLink to={href("/registration/:token/cancel", { token })} className="button button-quiet">
              Cancel this registration
            </PageLink>
          )}
          {status === "cancelled" && (
            <PageLink to={href("/register")} className="button">
              Register again
            </PageLink>
          )}
        </p>
        {emailQuestion && isComing && <VerifyEmail question={emailQuestion} />}
        <p className="mt-8 text-base text-muted">
          Keep the link to this page private: anyone who has it can see your details
          {isCancellable && " and cancel"}.
          {contact.email !== null && status !== "declined" && (
            <>
              {" "}
              If anything here is wrong, write to <ContactLink />.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const NextStep = ({ of: type }: { of: RegistrationType }) =>
  findPass(type).isSold ? <PassSales /> : "There is nothing else you need to do until then.";

/** Offers declined applicants a contact and a pass that needs no accreditation. */
function Alternatives({ type }: { type: RegistrationType }) {
  const instead = alternativePass(type);
  return (
    <>
      If you think we’ve missed something,{" "}
      {contact.email === null ? (
        "tell us"
      ) : (
        <>
          write to <ContactLink />
        </>
      )}
      .
      {instead && (
        <>
          {" "}
          You’re welcome to come with a {instead.name}
          {plans.length > 0 && (
            <>
              : see{" "}
              <PageLink to={`${href("/")}#registration`} className="text-link">
                Registration and Pricing
              </PageLink>
            </>
          )}
          .
        </>
      )}
    </>
  );
}

/** Confirms the address with a button, because mail scanners also open links. */
function VerifyEmail({ question }: { question: string }) {
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="mt-8 no-print">
      <h2 className="text-xl">Is this your email address?</h2>
      <p className="wrap-anywhere mt-2">{question}</p>
      <input type="hidden" name="intent" value="confirm-email" />
      <button type="submit" className="button button-quiet mt-4" disabled={isBusy}>
        Verify this address
      </button>
    </Form>
  );
}
