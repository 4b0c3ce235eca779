import { data, Form, href, useNavigation } from "react-router";
import { FormFields, initialFormValues } from "#app/components/admin/form-fields.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps } from "#app/components/form/field.tsx";
import { ContactLink } from "#app/components/links.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { saveForm } from "#app/http/admin-action.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefilledForm, createRefusalResponse, TRY_LATER } from "#app/http/refusal.ts";
import { OWN_SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { findSpeakerByLink, ProposalInput, proposeByLink } from "#app/models/speaker/proposal.server.ts";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import type { Route } from "./+types/speaker";

/** The speaker’s proposal or, without one, their entry. */
export async function loader({ params }: Route.LoaderArgs) {
  const speaker = findSpeakerByLink(params.token);
  if (!speaker) return data(null, { status: 404 });
  const { proposed, updatedAt } = speaker;
  const values = initialFormValues(OWN_SPEAKER_FIELDS, { ...speaker, ...proposed });
  return { values: { ...values, seen: String(updatedAt.getTime()) }, isWaiting: proposed !== null };
}

/** Stores the proposal, which organisers accept or decline in the panel. */
export async function action({ request, params }: Route.ActionArgs) {
  const form = await readForm(request, ["seen", ...Object.keys(OWN_SPEAKER_FIELDS)]);
  const screen = href("/registration/:token", params);
  const texts = { screen, noun: "speaker entry", done: SENT, failed: NOT_SENT };
  return saveForm(form, ProposalInput, texts, (values) =>
    proposeByLink(params.token, values, Number(form.get("seen"))),
  );
}

const SENT = "An organiser will look at your changes.";
const NOT_SENT = "Your changes were not sent.";

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const clientAction = withFormRecovery(({ form, problem, status }) => {
  const result = createRefilledForm(form, problem ?? TRY_LATER);
  return createRefusalResponse(status, { result, description: NOT_SENT });
});

export default function SpeakerEntry({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const result = actionData?.result;
  const { labels } = SPEAKER_WORDS;
  if (!loaderData) return <UnknownRegistration />;
  const values: Record<string, string> = submittedValues(result) ?? loaderData.values;
  const field = createFieldProps<keyof typeof OWN_SPEAKER_FIELDS>(labels, result, values);
  return (
    <div className="page-width page-body">
      <title>{`${result ? "Error: " : ""}Your Speaker Entry – ${conference.name}`}</title>
      <div className="max-w-2xl">
        <h1 className="text-3xl">Your Speaker Entry</h1>
        <p className="mt-4 mb-8">
          {loaderData.isWaiting && "Your changes are waiting for an organiser. "}
          Your changes are public once an organiser accepts them. To change your photo, write to{" "}
          <ContactLink />.
        </p>
        <FormErrors result={result} labels={labels} />
        <Form method="post" noValidate>
          <input type="hidden" name="seen" value={values.seen} />
          <FormFields form={{ field, refused: actionData }} fields={OWN_SPEAKER_FIELDS} own={{}} />
          <SubmitButton disabled={isBusy}>{isBusy ? "Sending..." : "Send changes"}</SubmitButton>
        </Form>
      </div>
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </div>
  );
}
