import type { SubmissionResult } from "@conform-to/react";
import { Form, href, useNavigation } from "react-router";
import { getActorName, helperContext } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { useUnsavedChanges } from "#app/components/admin/unsaved-changes.tsx";
import { FormErrors } from "#app/components/form/error-summary.tsx";
import { createFieldProps } from "#app/components/form/field.tsx";
import { RegistrationInput, type RegistrationInputProps } from "#app/components/form/registration-input.tsx";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefilledForm } from "#app/http/refusal.ts";
import type { DoorPerson } from "#app/routes/admin/delegates/door/door.server.ts";
import { PersonCard } from "#app/routes/admin/delegates/door/person-card.tsx";
import { FAILURE_MESSAGES, refuseWalkIn } from "#app/routes/admin/delegates/failures.ts";
import { addWalkIn, answersFromQuery } from "#app/routes/admin/delegates/walk-in/walk-in.server.ts";
import { loadDraft } from "#app/routes/admin/draft-and-history.server.ts";
import { DocumentLink, TitledSection } from "#app/routes/admin/ui-elements.tsx";
import { shownStatusValue } from "#app/vocabulary/delegate-status.ts";
import { passOptions } from "#app/vocabulary/pass.ts";
import {
  DELEGATE_FIELDS,
  type DelegateField,
  isRequiredAtDoor,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/walk-in";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const isHelper = context.get(helperContext) !== null;
  const draft = await loadDraft({ request, context });
  return {
    isHelper,
    formId: crypto.randomUUID(),
    answers: draft ?? answersFromQuery(query),
    isDraft: draft !== null,
  };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  addWalkIn(request, getActorName(context), context.get(helperContext) !== null);

export const clientAction = withFormRecovery(({ form, problem, status }) =>
  refuseWalkIn(status, {
    result: createRefilledForm(form, problem ?? FAILURE_MESSAGES["walk-in"]),
    formId: form.get("formId") ?? "",
  }),
);

/** Registers a walk-in and checks the person in. Designed for a width of 360 px. */
export default function WalkIn({ loaderData, actionData }: Route.ComponentProps) {
  const { result, known = [], formId = loaderData.formId } = actionData ?? {};
  return (
    <AdminPage
      title="Add and check in"
      isRefused={result !== undefined}
      hasBar={false}
      isForHelper={loaderData.isHelper}
    >
      <WalkInForm
        key={formId}
        formId={formId}
        answers={submittedValues(result) ?? loaderData.answers}
        isDraft={loaderData.isDraft}
        result={result}
        known={known}
      />
      <p className="mt-8 border-rule border-t pt-3">
        <DocumentLink href={href("/admin/delegates/door")}>Back to check-in</DocumentLink>
      </p>
    </AdminPage>
  );
}

/** Answers that may be left blank, unless they are shown at the door. */
const isDetail = (name: RegistrationField) =>
  DELEGATE_FIELDS[name].isOptional === true && DELEGATE_FIELDS[name].shown === undefined;
const DETAILS = SHOWN_REGISTRATION_FIELDS.filter(isDetail);
const OTHER_FIELDS = SHOWN_REGISTRATION_FIELDS.filter((name) => !isDetail(name));

type WalkInFormProps = {
  formId: string;
  answers: Record<string, string>;
  isDraft: boolean;
  result: SubmissionResult | undefined;
  known: DoorPerson[];
};

function WalkInForm({ formId, answers, isDraft, result, known }: WalkInFormProps) {
  const isBusy = useNavigation().formAction?.startsWith(href("/admin/delegates/walk-in")) ?? false;
  const ofField = createFieldProps(REGISTRATION_LABELS, result, answers);
  const isFirst = result === undefined;
  const field = (name: RegistrationField) => {
    const { kind } = DELEGATE_FIELDS[name];
    return {
      ...ofField(name),
      ...INPUTS_AT_DOOR[kind],
      isOptional: !isRequiredAtDoor(DELEGATE_FIELDS[name]),
      // The browser would suggest the organiser’s own answers, or earlier delegates’.
      autoComplete: "off",
      autoFocus: isFirst && kind === "pass",
    };
  };
  const form = useUnsavedChanges({ isRefused: isDraft || !isFirst, isDialog: false });
  return (
    <div className="max-w-3xl">
      <FormErrors result={result} labels={REGISTRATION_LABELS} />
      <KnownDelegates people={known} />
      <Form ref={form} method="post" noValidate>
        <input type="hidden" name="formId" value={formId} />
        {/* Identifies the delegates already shown as duplicates. */}
        <input type="hidden" name="seen" value={known.map(shownStatusValue).join(",")} />
        {OTHER_FIELDS.map((name) => (
          <RegistrationInput key={name} {...field(name)} />
        ))}
        <details className="mb-6" open={DETAILS.some((name) => result?.error?.[name])}>
          <summary className="small-button min-h-12">More details (optional)</summary>
          <div className="mt-4">
            {DETAILS.map((name) => (
              <RegistrationInput key={name} {...field(name)} />
            ))}
          </div>
        </details>
        <button type="submit" className="button w-full" disabled={isBusy}>
          {isBusy ? "Adding..." : known.length > 0 ? "Add anyway and check in" : "Add and check in"}
        </button>
        <p className="mt-3 text-base text-muted">
          If you enter an email address, the delegate gets a confirmation by email. Undoing the check-in does
          not cancel the registration.
        </p>
      </Form>
    </div>
  );
}

/** The prompt is unnecessary if there is only one pass. */
const CHOOSE_PASS = passOptions().length > 1 ? [{ value: "", label: "Choose a pass" }] : [];
const INPUTS_AT_DOOR: { [Kind in DelegateField["kind"]]?: Partial<RegistrationInputProps> } = {
  pass: { options: [...CHOOSE_PASS, ...passOptions()] },
  name: { autoCapitalize: "words" },
  text: { rows: 3 },
};

function KnownDelegates({ people }: { people: DoorPerson[] }) {
  if (people.length === 0) return null;
  return (
    <TitledSection id="known" title="Already registered" titleClass="mb-3 text-xl" className="mb-8">
      <ul className="grid gap-4">
        {people.map((person) => (
          <PersonCard key={person.id} person={person} action={href("/admin/delegates/door")} />
        ))}
      </ul>
    </TitledSection>
  );
}
