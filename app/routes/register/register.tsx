import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { ConferenceOverText } from "#app/components/conference-over-text.tsx";
import { formProblems } from "#app/components/form/error-summary.tsx";
import { ButtonLink } from "#app/components/links.tsx";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { getPageTime } from "#app/conference/day.server.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { newFormIdWithoutWait, readForm, readFormId } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefilledForm, TRY_LATER } from "#app/http/refusal.ts";
import { registerWithinLimits } from "#app/http/register-within-limits.server.ts";
import { formIdForPage } from "#app/http/shared-render.server.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { getAvailability, getDelegateByFormId } from "#app/models/delegate/delegate.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { paymentFor } from "#app/models/delegate/payment.server.ts";
import { suggestEmail } from "#app/models/text/email-typos.ts";
import { emailAddress } from "#app/models/text/text.server.ts";
import { isSuspiciousForm } from "#app/routes/register/bot-check.server.ts";
import { Confirmation } from "#app/routes/register/confirmation.tsx";
import {
  CHECKED_EMAIL_FIELD,
  RegistrationForm,
  TRAP_FIELD,
} from "#app/routes/register/registration-form.tsx";
import { pageSharing, sharingContext } from "#app/sharing/sharing.server.ts";
import { type Availability, unavailableText } from "#app/vocabulary/availability.ts";
import { REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";
import {
  REGISTRATION_DEFAULTS,
  REGISTRATION_FAILED,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/register";

const TITLE = `Register for ${conference.name}`;
const DESCRIPTION = `${TITLE}, ${conference.date.long}, ${conference.city}.`;

export const meta: Route.MetaFunction = () => [{ name: "description", content: DESCRIPTION }];

export const handle: SharedPage = {
  shared: { type: "registrationType", confirmed: "personal", at: "time" },
};

/**
 * Loads the form with the pass in `?type=`, or the confirmation for the form id in `?confirmed=`.
 * If no one can register, only a refused form is shown, with its answers.
 * A changed registration may belong to another person, so their name and email address are not shown.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const confirmed = searchParams.get("confirmed");
  const delegate = confirmed === null ? null : await getDelegateByFormId(confirmed);
  if (confirmed !== null && !delegate) throw redirect(href("/register"));
  if (delegate) {
    const { registrationType, reference, status, queuedAt, createdAt, updatedAt } = delegate;
    const { name, email } = Number(createdAt) === Number(updatedAt) ? delegate : UNKNOWN_PERSON;
    // Like the JSON API, tells of no later offer: the private page does.
    const isWaiting = status === "pending" && queuedAt !== null;
    const payment = isWaiting ? null : paymentFor(delegate);
    return { registration: { registrationType, reference, status, isWaiting }, name, email, payment };
  }
  context.set(sharingContext, () => pageSharing(href("/register"), TITLE, DESCRIPTION));
  const now = getPageTime(request);
  const availability = getAvailability(now);
  const text = unavailableText(availability);
  const isOver = now >= new Date(conference.endsAt);
  const type = REGISTRATION_TYPES.find((known) => known === searchParams.get("type"));
  return {
    full: availability.full,
    unavailable: text === null ? null : { text, state: availability.state, isOver },
    formId: text === null ? formIdForPage(context) : "",
    registrationType: type ?? REGISTRATION_DEFAULTS.registrationType,
  };
}

const UNKNOWN_PERSON = { name: null, email: null };
const FIELDS = ["formId", TRAP_FIELD, CHECKED_EMAIL_FIELD, ...REGISTRATION_FIELDS];

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request, FIELDS);
  const isSuspected = await isSuspiciousForm(form);
  const formId = isSuspected ? newFormIdWithoutWait() : readFormId(form);
  form.delete(TRAP_FIELD);
  const email = emailAddress.safeParse(form.get("email")).data;
  const meant = email && form.get(CHECKED_EMAIL_FIELD) !== email ? suggestEmail(email) : null;
  form.set(CHECKED_EMAIL_FIELD, email ?? "");
  const submission = parseWithZod(form, { schema: RegistrationInput });
  if (submission.status !== "success" || isSuspected || meant) {
    const formErrors = isSuspected && submission.status === "success" ? [SEND_AGAIN] : [];
    const fieldErrors: Record<string, string[]> = meant ? { email: [`Did you mean ${meant}? ${ASKED}`] } : {};
    const isQuestion = submission.status === "success" && !isSuspected;
    return refuse(submission.reply({ formErrors, fieldErrors }), formId, 422, { isQuestion });
  }

  const attempted = await registerWithinLimits(submission.value, formId);
  if (!attempted.ok) {
    const { status, message, retryAfter } = attempted;
    const result = submission.reply({ formErrors: [message] });
    return refuse(result, formId, status, { retryAfter, isOurs: status >= 500 });
  }
  if (!attempted.registered.ok) {
    return refuse(submission.reply({ formErrors: [FORM_USED] }), newFormIdWithoutWait(), 409);
  }
  const isWaiting = attempted.registered.delegate.queuedAt !== null;
  return redirectWithToast(`${href("/register")}?confirmed=${formId}`, {
    type: "success",
    message: isWaiting ? "Thank you for registering" : "Registration Successful!",
    description: isWaiting ? ON_THE_LIST : REGISTERED,
  });
}

export const clientAction = withFormRecovery(({ form, problem, status }) => {
  const result = createRefilledForm(form, problem ?? REGISTRATION_FAILED);
  return refuse(result, form.get("formId") ?? "", status, { isOurs: problem === null });
});

/** Returns a refused form. `isOurs` means the site failed. `isQuestion` means the form is valid. */
const refuse = (
  result: SubmissionResult,
  formId: string,
  status: number,
  { retryAfter, ...kind }: { retryAfter?: number; isOurs?: boolean; isQuestion?: boolean } = {},
) =>
  data(
    { result, formId, ...kind, answeredAt: Date.now() },
    { status, headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) } },
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const REGISTERED = "Thank you for registering. We'll be in touch soon with confirmation details.";
const ON_THE_LIST = "We’ll email you if a place becomes free.";
const SEND_AGAIN =
  "To keep bots out, we ask you to submit this form twice. Please check your answers and submit it again.";
const ASKED = "If not, choose Complete Registration again.";
const FORM_USED =
  "This form was already used to register someone. If these details are for another person, choose Complete Registration again. To change a registration, write to us instead.";

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PageFrame>
      {loaderData.registration !== undefined ? (
        <Confirmation {...loaderData} />
      ) : loaderData.unavailable && !actionData ? (
        <Unavailable {...loaderData.unavailable} />
      ) : (
        <FormView {...loaderData} answer={actionData} />
      )}
    </PageFrame>
  );
}

const errorText = (first: string, count: number) => (count === 1 ? first : `${count} answers need fixing.`);

type FormViewProps = {
  formId: string;
  full: RegistrationType[];
  registrationType: RegistrationType;
  answer: ReturnType<typeof refuse>["data"] | undefined;
};

function FormView({ formId, full, registrationType, answer }: FormViewProps) {
  const problems = formProblems(answer?.result, REGISTRATION_LABELS);
  const [problem] = problems;
  return (
    <>
      <title>{`${problem ? "Error: " : ""}Delegate Registration – ${conference.name}`}</title>
      <RegistrationForm
        key={formId}
        formId={answer?.formId ?? formId}
        registrationType={registrationType}
        full={full}
        result={answer?.result}
      />
      {problem && !answer?.isQuestion && (
        <Toast
          key={answer?.answeredAt}
          type="error"
          message="Registration Failed"
          description={answer?.isOurs ? TRY_LATER : errorText(problem.message, problems.length)}
        />
      )}
    </>
  );
}

const TITLES = {
  before: "Delegate Registration",
  open: "Fully booked",
  closed: "Registration is closed",
};

type UnavailableProps = Pick<Availability, "state"> & { text: string; isOver: boolean };

function Unavailable({ state, text, isOver }: UnavailableProps) {
  return (
    <div className="page-width page-body">
      <title>{`${TITLES[state]} – ${conference.name}`}</title>
      <h1 className="text-3xl">Delegate Registration</h1>
      <p className="mt-2 text-muted text-xl">{isOver ? "Registration is closed." : text}</p>
      {state !== "before" && (
        <p className="mt-6 max-w-2xl">
          <ConferenceOverText isOver={isOver} />
        </p>
      )}
      <p className="mt-8">
        <ButtonLink to={`${href("/")}#program`}>See the program</ButtonLink>
      </p>
    </div>
  );
}
