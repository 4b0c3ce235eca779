import { data, href } from "react-router";
import { FactList, formatFact } from "#app/components/fact-list.tsx";
import { ContactLink, PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { canCancel, getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { PassSales } from "#app/routes/register/pass-sales.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { alternativePass, findPass, passName, type RegistrationType } from "#app/vocabulary/pass.ts";
import {
  DELEGATE_FIELDS,
  formatReference,
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
    code: qrSvgPath(env.SITE_ORIGIN + href("/registration/:token", params)),
    registration: { reference, status, registrationType },
    answers: SHOWN_ANSWERS.flatMap((field) => {
      const text = getAnswerText(delegate, field);
      return text === null ? [] : [{ name: REGISTRATION_LABELS[field], text }];
    }),
  };
}

/** Short answers first, then the track and long texts. */
const KIND_ORDER = ["track", "text"];
const rank = (field: RegistrationField) => KIND_ORDER.indexOf(DELEGATE_FIELDS[field].kind);
const SHOWN_ANSWERS = REGISTRATION_FIELDS.filter(
  (field) => field !== "registrationType" && !DELEGATE_FIELDS[field].isForOrganisers,
).sort((one, other) => rank(one) - rank(other));

export default function Registration({ loaderData, params }: Route.ComponentProps) {
  return loaderData ? <PrivateRegistration {...loaderData} token={params.token} /> : <UnknownRegistration />;
}

const { plans, name: event } = conference;

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
  declined: { title: `We can’t offer you the ${pass}`, text: "We’re sorry.", tone: "grey" },
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
  const { registration, answers, token, code, isCancellable } = props;
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
        <p className="mt-8 text-base text-muted">
          Keep the link to this page private: anyone who has it can see your details
          {isCancellable && " and cancel"}.
          {status !== "declined" && (
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

/** Offers declined applicants a contact and a pass that needs no decision. */
function Alternatives({ type }: { type: RegistrationType }) {
  const instead = alternativePass(type);
  return (
    <>
      If you think we’ve missed something, write to <ContactLink />.
      {instead && (
        <>
          {" "}
          You’re welcome to come with the {instead.name}
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
