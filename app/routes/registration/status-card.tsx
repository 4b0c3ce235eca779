import { Form, href, useNavigation } from "react-router";
import { ContactLink, TextLink } from "#app/components/links.tsx";
import { Prose } from "#app/components/prose.tsx";
import { conference } from "#app/conference/conference.ts";
import type { Payment } from "#app/models/delegate/payment.server.ts";
import { numberText } from "#app/platform/text.ts";
import { PassSales, PaymentNote } from "#app/routes/register/pass-sales.tsx";
import { PASS_STATUSES, type PassCardProps } from "#app/routes/registration/pass-card.tsx";
import type { DelegateStatus, Place } from "#app/vocabulary/delegate-status.ts";
import { alternativePass, findPass, passName, type RegistrationType } from "#app/vocabulary/pass.ts";

type StatusCardProps = Pick<PassCardProps, "registration"> & {
  place: Place;
  /** On the waiting list, or null if no more places are offered. */
  position: number | null;
  offerEnds: string | null;
  note: string | null;
  payment: Payment;
  token: string;
};
type Words = { title: string; text: string };

const { plans, name: event, contact } = conference;

const statusWords = (pass: string): Record<DelegateStatus, Words> => ({
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

/** For those without a place. */
const waitingWords = ({ position, offerEnds }: StatusCardProps) => ({
  waiting: {
    title: "You are on the waiting list",
    text:
      position === null
        ? "No place became free in time. We’re sorry."
        : `You are number ${numberText(position)} on the waiting list. If a place becomes free when it’s your turn, we’ll email you and hold it for you for a limited time.`,
  },
  offered: {
    title: "A place is free for you",
    text: `It’s yours if you take it by ${offerEnds}. After that, we’ll offer it to the next person on the waiting list.`,
  },
  ended: {
    title: "The offer of a place has ended",
    text: `It ended on ${offerEnds}, so the place goes to the next person on the waiting list. If you’d still like to come, write to ${contact.email}.`,
  },
});

export function StatusCard(page: StatusCardProps) {
  const { registration, place, note, payment, token } = page;
  const { status, registrationType, isWaiting } = registration;
  const { title, text } =
    place === null || place === "held"
      ? statusWords(passName(registrationType))[status]
      : waitingWords(page)[place];
  return (
    <div className="card mt-6 p-6" data-tone={isWaiting ? "yellow" : PASS_STATUSES[status].tone}>
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-2">
        {text} {status === "pending" && place === "held" && <NextStep of={registrationType} />}
        {status === "declined" && <Alternatives type={registrationType} />}
      </p>
      {note && (
        <div className="wrap-anywhere mt-4 grid gap-2 whitespace-pre-line">
          <Prose text={note} />
        </div>
      )}
      <PaymentNote payment={payment} />
      {place === "offered" && <Offer token={token} />}
    </div>
  );
}

/** To give the place up is to cancel the registration. */
function Offer({ token }: { token: string }) {
  const isBusy = useNavigation().formMethod === "POST";
  const giveUp = href("/registration/:token/cancel", { token });
  return (
    <Form method="post" className="mt-6 flex flex-wrap gap-4">
      <input type="hidden" name="shown" value="pending" />
      <button type="submit" name="intent" value="take" className="button" disabled={isBusy}>
        Take the place
      </button>
      <button
        type="submit"
        name="intent"
        value="cancel"
        formAction={giveUp}
        className="button button-quiet"
        disabled={isBusy}
      >
        Give it up
      </button>
    </Form>
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
              : see <TextLink to={`${href("/")}#registration`}>Registration and Pricing</TextLink>
            </>
          )}
          .
        </>
      )}
    </>
  );
}
