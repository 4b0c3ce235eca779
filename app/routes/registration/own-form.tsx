// The two forms with which delegates change or pass on their registration (docs/decisions/lists-and-desk.md).
import { Fragment } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { getFormId, StaleNotice, submittedValues } from "#app/components/admin/form-notices.tsx";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FactList } from "#app/components/fact-list.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps, EMAIL_INPUT, TextField } from "#app/components/form/field.tsx";
import { RegistrationInput } from "#app/components/form/registration-input.tsx";
import { ContactLink, TextLink } from "#app/components/links.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { saveForm } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefilledForm, createRefusalResponse, FORM_KEPT } from "#app/http/refusal.ts";
import { answersVersion } from "#app/models/delegate/correct-registration.server.ts";
import { type Delegate, toDelegateJson } from "#app/models/delegate/delegate.server.ts";
import { createAnswersSchema } from "#app/models/delegate/input.server.ts";
import {
  correctByLink,
  listLockedFields,
  transferByLink,
  whyNot,
} from "#app/models/delegate/own-changes.server.ts";
import { getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { passHasField, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import {
  type AnswerColumn,
  DELEGATE_FIELDS,
  getAnswerText,
  isFieldOptional,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
  toDisplayedAnswers,
  toFormValues,
  valuesToCarryOver,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/own-form";

const isPassOn = (request: Request) => /\/pass-on\/?$/i.test(new URL(request.url).pathname);
const listKept = (delegate: Delegate, isForAnother: boolean): AnswerColumn[] =>
  isForAnother ? ["registrationType"] : listLockedFields(delegate);

/** Loads the stored answers or, for the next holder, those that carry over. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const isForAnother = isPassOn(request);
  const delegate = await getRegistrationByLink(params.token);
  if (!delegate) return data(null, { status: 404 });
  const refusal = whyNot(isForAnother ? "pass-on" : "edit", delegate);
  if (refusal !== null) return data({ isForAnother, refusal, form: null }, { status: 403 });
  const kept: RegistrationField[] = listKept(delegate, isForAnother);
  const answers = toDelegateJson(delegate);
  const form = {
    formId: crypto.randomUUID(),
    version: answersVersion(delegate),
    kept: kept.flatMap((name) => {
      const value = getAnswerText(answers, name);
      return value === null ? [] : [{ name: REGISTRATION_LABELS[name], value }];
    }),
    saved: toDisplayedAnswers(answers),
    values: isForAnother ? valuesToCarryOver(answers) : toFormValues(answers),
    // A field that was left empty at a walk-in registration may remain empty.
    fields: SHOWN_REGISTRATION_FIELDS.filter(
      (name) => !kept.includes(name) && passHasField(delegate.registrationType, name),
    ).map((name) => ({ name, mayBeLeft: !isForAnother && getAnswerText(answers, name) === null })),
  };
  return { isForAnother, refusal, form };
}

/** Name of the field that repeats the next holder's address. */
const EMAIL_AGAIN = "emailAgain";
const LABELS = { ...REGISTRATION_LABELS, [EMAIL_AGAIN]: "Email Address, Again" };
const FIELDS = ["formId", "seen", EMAIL_AGAIN, ...REGISTRATION_FIELDS];

/** Ignores answers to fields that the form does not have. */
export async function action({ request, params }: Route.ActionArgs) {
  const isForAnother = isPassOn(request);
  const { token } = params;
  const form = await readForm(request, FIELDS);
  const sent = { token, formId: createOneTimeId(form, String(isForAnother), token) };
  const delegate = await getRegistrationByLink(token);
  if (!delegate) return data(null, { status: 404 });
  for (const name of listKept(delegate, isForAnother)) form.set(name, delegate[name] ?? "");
  const { registrationType } = delegate;
  const former = REGISTRATION_TYPES.includes(registrationType) ? null : { registrationType };
  const addressIn = (name: string) => form.get(name)?.trim().toLowerCase();
  const isSameAddress = addressIn("email") === addressIn(EMAIL_AGAIN);
  const answer = await saveForm(
    form,
    createAnswersSchema(isForAnother ? former : delegate),
    {
      screen: href("/registration/:token", params),
      noun: "registration",
      done: isForAnother ? `${form.get("name")} is registered instead of you.` : "Your details are saved.",
      failed: FAILED,
    },
    async (answers) =>
      isForAnother ? transferByLink(answers, sent) : correctByLink(answers, form.get("seen") ?? "", sent),
    isForAnother && !isSameAddress ? { [EMAIL_AGAIN]: ["The two addresses differ."] } : {},
  );
  if (answer instanceof Response) return answer;
  // A late form is refused as late even if it also has mistakes. A repeated form gets its first response.
  const now = (await getRegistrationByLink(token)) ?? delegate;
  const refusal = whyNot(isForAnother ? "pass-on" : "edit", now);
  return refusal === null ? answer : createRefusalResponse(403, { description: refusal });
}

const FAILED = "Failed to save the form.";

export const clientAction = withFormRecovery(({ form, problem, status }) =>
  createRefusalResponse(status, {
    result: createRefilledForm(form, problem ?? FORM_KEPT),
    description: FAILED,
  }),
);

/** Also after a refusal, which shows the saved version or why it is too late. */
export const shouldRevalidate = () => true;

const WORDS = {
  edit: {
    title: "Change My Details",
    button: "Save my details",
    text: "We’ll email you what has changed.",
  },
  passOn: {
    title: "Pass It On",
    button: "Pass it on",
    text: "Who comes in your place? They get a registration with the same status and a link of their own. Yours is cancelled, which can’t be undone.",
  },
};

export default function OwnForm({ loaderData, actionData, params }: Route.ComponentProps) {
  if (!loaderData) return <UnknownRegistration />;
  const { isForAnother, refusal, form } = loaderData;
  const words = isForAnother ? WORDS.passOn : WORDS.edit;
  return (
    <div className="page-width page-body">
      <div className="max-w-2xl">
        <title>{`${actionData?.result ? "Error: " : ""}${words.title} – ${conference.name}`}</title>
        <h1 className="text-3xl">{words.title}</h1>
        {form ? (
          <Fields {...{ form, words, isForAnother }} answer={actionData ?? undefined} />
        ) : (
          <p className="mt-6">
            {refusal} If something needs to change, write to <ContactLink />.
          </p>
        )}
        <p className="mt-8">
          <TextLink to={href("/registration/:token", params)}>Back to your registration</TextLink>
        </p>
      </div>
    </div>
  );
}

type FieldsProps = {
  form: NonNullable<NonNullable<Route.ComponentProps["loaderData"]>["form"]>;
  answer: NonNullable<Route.ComponentProps["actionData"]> | undefined;
  words: (typeof WORDS)["edit"];
  isForAnother: boolean;
};

function Fields({ form, answer, words, isForAnother }: FieldsProps) {
  const { result, conflict } = answer ?? {};
  const typed = submittedValues(result);
  const field = createFieldProps(LABELS, result, typed ?? form.values);
  const isBusy = useNavigation().formMethod === "POST";
  const isStale = conflict === "stale";
  return (
    <>
      <FormErrors result={result} labels={LABELS} />
      <p className="my-6">{words.text}</p>
      {isStale && <StaleNotice labels={REGISTRATION_LABELS} answers={form.saved} />}
      <FactList className="wrap-anywhere mb-6" facts={form.kept} />
      <Form method="post" noValidate>
        <input type="hidden" name="formId" value={getFormId(form.formId, typed, conflict)} />
        {/* After a conflict, this is the version shown above the form. */}
        <input type="hidden" name="seen" value={(!isStale && typed?.seen) || form.version} />
        {form.fields.map(({ name, mayBeLeft }) => (
          <Fragment key={name}>
            <RegistrationInput
              {...field(name)}
              name={name}
              hint={DELEGATE_FIELDS[name].hint}
              autoComplete={isForAnother ? "off" : DELEGATE_FIELDS[name].autoComplete}
              isOptional={isFieldOptional(name) || mayBeLeft}
              passes={undefined}
            />
            {isForAnother && name === "email" && (
              <TextField {...EMAIL_INPUT} {...field(EMAIL_AGAIN)} autoComplete="off" />
            )}
          </Fragment>
        ))}
        <SubmitButton disabled={isBusy}>{isBusy ? "Saving..." : words.button}</SubmitButton>
      </Form>
      {answer && <Toast key={answer.answeredAt} {...answer.toast} />}
    </>
  );
}
