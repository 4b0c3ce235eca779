import { data, href } from "react-router";
import { FactList } from "#app/components/fact-list.tsx";
import { ButtonLink, ContactLink, PageLink } from "#app/components/links.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { momentInWords } from "#app/conference/date-text.ts";
import { DAY_FACTS } from "#app/conference/day-facts.ts";
import { readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { errorToast, TRY_LATER } from "#app/http/refusal.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { whyNot } from "#app/models/delegate/own-changes.server.ts";
import { paymentFor } from "#app/models/delegate/payment.server.ts";
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
import { PassCard } from "#app/routes/registration/pass-card.tsx";
import { StatusCard } from "#app/routes/registration/status-card.tsx";
import { StillComing } from "#app/routes/registration/still-coming.tsx";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { isWithoutPlace } from "#app/vocabulary/delegate-status.ts";
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
    isEditable: whyNot("edit", delegate) === null,
    isPassedOn: whyNot("pass-on", delegate) === null,
    payment: paymentFor(delegate),
    place,
    position: place === "waiting" && !areOffersOver() ? await countPosition(delegate) : null,
    offerEnds: offeredUntil && momentInWords(offeredUntil),
    coming: isAskedIfComing(delegate) ? { saidAt: delegate.comingAt?.toISOString() ?? null } : null,
    note: passNote(delegate),
    isSpeaker: delegate.speakerId !== null,
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

/** Short answers first, then the track and long texts. */
const KIND_ORDER = ["track", "text"];
const rank = (field: RegistrationField) => KIND_ORDER.indexOf(DELEGATE_FIELDS[field].kind);
const isOnPass = ({ kind, shown }: DelegateField) =>
  kind === "pass" || kind === "name" || shown?.includes("badge");
const ANSWERS_BELOW = REGISTRATION_FIELDS.filter(
  (field) => !isOnPass(DELEGATE_FIELDS[field]) && !DELEGATE_FIELDS[field].isForOrganisers,
).sort((one, other) => rank(one) - rank(other));

export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["intent"]);
  const page = href("/registration/:token", params);
  const intent = form.get("intent");
  if (intent === "take") return answerTaking(page, await takePlaceByLink(params.token));
  const isSaid = intent === "coming" && (await sayComingByLink(params.token));
  return redirectWithToast(page, isSaid ? THANKS : NOTHING);
}

function answerTaking(page: string, taken: TakePlaceResult) {
  if (taken.outcome !== "ended") return redirectWithToast(page, taken.outcome === "taken" ? TAKEN : NOTHING);
  const ended = `The offer ended on ${momentInWords(new Date(taken.until))}.`;
  return data(errorToast(ended, "Nothing was changed"), { status: 409 });
}

const success = (message: string, description: string) => ({
  type: "success" as const,
  message,
  description,
});
const TAKEN = success("The place is yours", "We’ll email you the details.");
const THANKS = success("Thank you", "See you on the day.");
const NOTHING = { type: "error", message: "Error", description: "Nothing was changed." } as const;

/** Also after a refusal, because the offer has ended. */
export const shouldRevalidate = () => true;

export const clientAction = withFormRecovery(({ problem }) => errorToast(problem ?? TRY_LATER));

export default function Registration({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <>
      {loaderData ? <PrivateRegistration {...loaderData} token={params.token} /> : <UnknownRegistration />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}

function PrivateRegistration(props: NonNullable<Route.ComponentProps["loaderData"]> & { token: string }) {
  const { registration, name, work, answers, token, code, place, coming } = props;
  const { isCancellable, isEditable, isPassedOn, isSpeaker } = props;
  const { status } = registration;
  const isComing = place === "held";
  return (
    <div className="page-width page-body">
      <title>{`Your Registration – ${conference.name}`}</title>
      <h1 className="text-3xl">Your Registration</h1>
      <PassCard {...{ registration, name, work, code }} facts={isComing ? DAY_FACTS : []} />
      <div className="max-w-2xl no-print">
        <StatusCard {...props} />
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
          {status === "attended" && (
            <QuietLink to={href("/registration/:token/certificate", { token })}>
              Certificate of attendance
            </QuietLink>
          )}
          {isSpeaker && (
            <QuietLink to={href("/registration/:token/speaker", { token })}>Your speaker entry</QuietLink>
          )}{" "}
          {isCancellable && place !== "offered" && coming?.saidAt !== null && (
            <QuietLink to={href("/registration/:token/cancel", { token })}>
              Cancel this registration
            </QuietLink>
          )}
          {isEditable && (
            <QuietLink to={href("/registration/:token/edit", { token })}>Change my details</QuietLink>
          )}
          {isPassedOn && (
            <QuietLink to={href("/registration/:token/pass-on", { token })}>Pass it on</QuietLink>
          )}
          {status === "cancelled" && <ButtonLink to={href("/register")}>Register again</ButtonLink>}
        </p>
        <FactList className="mt-8 whitespace-pre-line" facts={answers} />
        <p className="mt-8 text-base text-muted">
          Keep the link to this page private: anyone who has it can see your details
          {isEditable && (isCancellable ? ", change them" : " and change them")}
          {isCancellable && " and cancel"}.
          {status !== "declined" && (
            <>
              {" "}
              If anything {isEditable ? "else" : "here"} is wrong, write to <ContactLink />.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const QuietLink = (props: { to: string; children: string }) => (
  <PageLink className="button button-quiet" {...props} />
);
