import { data, href } from "react-router";
import { FactList } from "#app/components/fact-list.tsx";
import { ContactLink, PageLink } from "#app/components/links.tsx";
import { Prose } from "#app/components/prose.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { momentInWords } from "#app/conference/date-text.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { errorToast, TRY_LATER } from "#app/http/refusal.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { placeOf } from "#app/models/delegate/place.ts";
import { areOffersOver, countPosition } from "#app/models/delegate/places.server.ts";
import {
  canCancel,
  getRegistrationByLink,
  isAskedIfComing,
  passNote,
  sayComingByLink,
  type TakePlaceResult,
  takePlaceByLink,
} from "#app/models/delegate/private-link.server.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { numberText } from "#app/platform/text.ts";
import { PassSales } from "#app/routes/register/pass-sales.tsx";
import { Offer } from "#app/routes/registration/offer.tsx";
import { PASS_STATUSES, PassCard } from "#app/routes/registration/pass-card.tsx";
import { StillComing } from "#app/routes/registration/still-coming.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { type DelegateStatus, isWithoutPlace, type Place } from "#app/vocabulary/delegate-status.ts";
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
  const { reference, status, registrationType, offeredUntil } = delegate;
  const place = placeOf(delegate);
  return {
    isCancellable: canCancel(delegate),
    place,
    position: place === "waiting" && !areOffersOver() ? await countPosition(delegate) : null,
    offerEnds: offeredUntil && momentInWords(offeredUntil),
    coming: isAskedIfComing(delegate) ? { saidAt: delegate.comingAt?.toISOString() ?? null } : null,
    note: passNote(delegate),
    code: status === "confirmed" ? qrSvgPath(env.SITE_ORIGIN + href("/registration/:token", params)) : null,
    registration: { reference, status, registrationType, isWaiting: isWithoutPlace(place) },
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

export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["intent"]);
  const page = href("/registration/:token", params);
  switch (form.get("intent")) {
    case "take":
      return answerTaking(page, await takePlaceByLink(params.token));
    case "coming":
      if (await sayComingByLink(params.token)) return redirectWithToast(page, THANKS);
  }
  return redirectWithToast(page, NOTHING);
}

function answerTaking(page: string, taken: TakePlaceResult) {
  if (taken.outcome !== "ended") return redirectWithToast(page, taken.outcome === "taken" ? TAKEN : NOTHING);
  const ended = `The offer ended on ${momentInWords(new Date(taken.until))}.`;
  return data(errorToast(ended, "Nothing was changed"), { status: 409 });
}

const TAKEN = {
  type: "success",
  message: "The place is yours",
  description: "We’ll email you the details.",
} as const;
const THANKS = { type: "success", message: "Thank you", description: "See you on the day." } as const;
const NOTHING = { type: "error", message: "Error", description: "Nothing was changed." } as const;

/** Also after a refusal, because the offer has ended. */
export const shouldRevalidate = () => true;

export const clientAction = withFormRecovery(({ problem }) => errorToast(problem ?? TRY_LATER));

/** Short answers first, then the track and long texts. */
const KIND_ORDER = ["track", "text"];
const rank = (field: RegistrationField) => KIND_ORDER.indexOf(DELEGATE_FIELDS[field].kind);
const isOnPass = ({ kind, shown }: DelegateField) =>
  kind === "pass" || kind === "name" || shown?.includes("badge");
const ANSWERS_BELOW = REGISTRATION_FIELDS.filter(
  (field) => !isOnPass(DELEGATE_FIELDS[field]) && !DELEGATE_FIELDS[field].isForOrganisers,
).sort((one, other) => rank(one) - rank(other));

export default function Registration({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <>
      {loaderData ? <PrivateRegistration {...loaderData} token={params.token} /> : <UnknownRegistration />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
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

type Loaded = NonNullable<Route.ComponentProps["loaderData"]>;

const PLACE_TITLES: Partial<Record<NonNullable<Place>, string>> = {
  waiting: "You are on the waiting list",
  offered: "A place is free for you",
  ended: "The offer of a place has ended",
};

/** For those without a place, instead of the text for their status. */
function placeText({ place, position, offerEnds }: Loaded): string {
  if (place === "offered")
    return `It’s yours if you take it by ${offerEnds}. After that, we’ll offer it to the next person on the waiting list.`;
  if (place === "ended")
    return `It ended on ${offerEnds}, so the place goes to the next person on the waiting list. If you’d still like to come, write to ${conference.contact.email}.`;
  if (position === null) return "No place became free in time. We’re sorry.";
  return `You are number ${numberText(position)} on the waiting list. If a place becomes free when it’s your turn, we’ll email you and hold it for you for a limited time.`;
}

function PrivateRegistration(props: Loaded & { token: string }) {
  const { registration, name, work, answers, token, code, place, isCancellable, coming, note } = props;
  const { status, registrationType, isWaiting } = registration;
  const words = statusWords(passName(registrationType))[status];
  const title = (place && PLACE_TITLES[place]) ?? words.title;
  const text = isWaiting ? placeText(props) : words.text;
  const isComing = place === "held";
  return (
    <div className="page-width page-body">
      <title>{`Your Registration – ${event}`}</title>
      <h1 className="text-3xl">Your Registration</h1>
      <PassCard {...{ registration, name, work, code }} facts={isComing ? DAY_FACTS : []} />
      <div className="max-w-2xl no-print">
        <div className="card mt-6 p-6" data-tone={isWaiting ? "yellow" : PASS_STATUSES[status].tone}>
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-2">
            {text} {status === "pending" && isComing && <NextStep of={registrationType} />}
            {status === "declined" && <Alternatives type={registrationType} />}
          </p>
          {place === "offered" && <Offer token={token} />}
          {note && (
            <div className="wrap-anywhere mt-4 grid gap-2 whitespace-pre-line">
              <Prose text={note} />
            </div>
          )}
        </div>
        {coming && <StillComing {...coming} token={token} />}
        <p className="mt-8 flex flex-wrap gap-4">
          {isComing && (
            <a
              href={href("/registration/:token/calendar.ics", { token })}
              className={coming?.saidAt === null || status === "attended" ? "button button-quiet" : "button"}
              download
            >
              Add to calendar
            </a>
          )}{" "}
          {isCancellable && place !== "offered" && coming?.saidAt !== null && (
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
