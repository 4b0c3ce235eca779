import { data, href } from "react-router";
import { FactList } from "#app/components/fact-list.tsx";
import { ContactLink, PageLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { paymentFor } from "#app/models/delegate/payment.server.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { canCancel, getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { PassSales, PaymentNote } from "#app/routes/register/pass-sales.tsx";
import { PASS_STATUSES, PassCard } from "#app/routes/registration/pass-card.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { alternativePass, findPass, passName, type RegistrationType } from "#app/vocabulary/pass.ts";
import {
  DELEGATE_FIELDS,
  type DelegateField,
  getAnswerText,
  listAnswersShown,
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
    payment: paymentFor(delegate),
    code: status === "confirmed" ? qrSvgPath(env.SITE_ORIGIN + href("/registration/:token", params)) : null,
    registration: { reference, status, registrationType },
    name: fullName(delegate.name),
    work: listAnswersShown("badge", delegate)
      .flatMap(({ text }) => text || [])
      .join(", "),
    answers: ANSWERS_BELOW.flatMap((field) => {
      const text = getAnswerText(delegate, field);
      return text === null ? [] : [{ name: REGISTRATION_LABELS[field], value: text }];
    }),
  };
}

/** Short answers first, then the track and long texts. */
const KIND_ORDER = ["track", "text"];
const rank = (field: RegistrationField) => KIND_ORDER.indexOf(DELEGATE_FIELDS[field].kind);
const isOnPass = ({ kind, shown }: DelegateField) =>
  kind === "pass" || kind === "name" || shown?.includes("badge");
const ANSWERS_BELOW = REGISTRATION_FIELDS.filter(
  (field) => !isOnPass(DELEGATE_FIELDS[field]) && !DELEGATE_FIELDS[field].isForOrganisers,
).sort((one, other) => rank(one) - rank(other));

export default function Registration({ loaderData, params }: Route.ComponentProps) {
  return loaderData ? <PrivateRegistration {...loaderData} token={params.token} /> : <UnknownRegistration />;
}

const { plans, name: event } = conference;

const statusWords = (pass: string): Record<DelegateStatus, { title: string; text: string }> => ({
  pending: { title: "We have your registration", text: "We will write to you when it is confirmed." },
  confirmed: {
    title: `Your ${event} pass is confirmed`,
    text: "We look forward to seeing you. At the door, show the code on this page or give your reference.",
  },
  declined: { title: `We can’t offer you the ${pass}`, text: "We’re sorry." },
  cancelled: {
    title: "Your registration has been cancelled",
    text: "There is nothing else you need to do. If you change your mind, you can register again.",
  },
  attended: { title: "You have checked in", text: "Welcome, and thank you for coming." },
});

function PrivateRegistration(props: NonNullable<Route.ComponentProps["loaderData"]> & { token: string }) {
  const { registration, name, work, answers, token, code, isCancellable, payment } = props;
  const { status, registrationType } = registration;
  const { title, text } = statusWords(passName(registrationType))[status];
  const isComing = status !== "declined" && status !== "cancelled";
  return (
    <div className="page-width page-body">
      <title>{`Your Registration – ${event}`}</title>
      <h1 className="text-3xl">Your Registration</h1>
      <PassCard {...{ registration, name, work, code }} facts={isComing ? DAY_FACTS : []} />
      <div className="max-w-2xl no-print">
        <div className="card mt-6 p-6" data-tone={PASS_STATUSES[status].tone}>
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2">
            {text} {status === "pending" && <NextStep of={registrationType} />}
            {status === "declined" && <Alternatives type={registrationType} />}
          </p>
          <PaymentNote payment={payment} />
        </div>
        <p className="mt-8 flex flex-wrap gap-4">
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
        <FactList className="mt-8 whitespace-pre-line" facts={answers} />
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
