import type { SubmissionResult } from "@conform-to/react";
import { useMemo } from "react";
import { Form } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { UndoableList } from "#app/components/admin/recent-deletions.tsx";
import { useFocusOnChange } from "#app/components/admin/use-focus.ts";
import { SubmitButton } from "#app/components/buttons-and-badge.tsx";
import { ErrorSummary, type FormProblem } from "#app/components/form/error-summary.tsx";
import { Field } from "#app/components/form/field.tsx";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import type { MatchingForm } from "#app/models/import/import.server.ts";
import { IMPORT_LIMIT_ROWS } from "#app/models/import/import.ts";
import { capitalise, numberText } from "#app/platform/text.ts";
import { ColumnMatchingForm, MATCHING_SECTION_ID } from "#app/routes/admin/import/column-matching-form.tsx";
import { ImportPreview, PREVIEW_ID } from "#app/routes/admin/import/import-preview.tsx";
import { importAction, loadImport } from "#app/routes/admin/import/import-screen.server.ts";
import { SmallLink } from "#app/routes/admin/ui-elements.tsx";
import type { Route } from "./+types/import-screen";

export const loader = (args: Route.LoaderArgs) => loadImport(args);

export const action = (args: Route.ActionArgs) => importAction(args);

export const clientAction = withFormRecovery(({ problem, status }) =>
  createRefusalResponse(status, { description: problem ?? "Failed to import. Please try again later." }),
);

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { noun, path, hasMail, formId, imports, preview, newSpeakerFields, isGone } = loaderData;
  const refused: { result?: SubmissionResult; matching?: MatchingForm } | undefined = actionData;
  const matching = loaderData.matching && (refused?.matching ?? loaderData.matching);
  const screen = `/admin/${path}`;
  const address = `${screen}/import`;
  const shown = matching ? `match ${matching.file}` : preview?.file;
  useFocusOnChange(shown, matching ? MATCHING_SECTION_ID : preview ? PREVIEW_ID : "list");
  const result = refused?.result;
  const asked = refused?.matching?.asked;
  const problems = useMemo(() => problemsOf(result, asked), [result, asked]);
  return (
    <AdminPage
      title={`Import ${capitalise(noun)}s`}
      isRefused={problems.length > 0}
      actions={<SmallLink to={screen}>{`All ${noun}s`}</SmallLink>}
    >
      <ErrorSummary key={matching ? "matching" : preview ? "preview" : "file"} problems={problems} />
      {imports.length > 0 && (
        <section className="card mb-8" data-tone="grey">
          <h2 className="text-xl">Recent imports</h2>
          <UndoableList items={imports} screen={address} formId={formId} verb="undone" what="importing" />
        </section>
      )}
      {isGone && <p className="mb-6 font-semibold">This file is no longer stored. Choose it again.</p>}
      {matching ? (
        <ColumnMatchingForm {...{ matching, screen, formId }} isRefused={refused?.matching !== undefined} />
      ) : preview ? (
        <ImportPreview {...{ preview, screen, formId, hasMail, newSpeakerFields, result }} />
      ) : (
        <FileForm {...{ screen, noun, formId, error: result?.error?.list?.[0] }} />
      )}
    </AdminPage>
  );
}

function problemsOf(result: SubmissionResult | undefined, asked: MatchingForm["asked"] = []): FormProblem[] {
  const ofForm = Object.entries(result?.error ?? {}).flatMap(([fieldId, messages]) =>
    (messages ?? []).map((message) => ({ fieldId, message })),
  );
  const open = asked.flatMap(({ id, value, error }) =>
    error && value === "" ? [{ fieldId: id, message: error }] : [],
  );
  return [...ofForm, ...open];
}

type FileFormProps = Record<"screen" | "noun" | "formId", string> & { error?: string | undefined };

function FileForm({ screen, noun, formId, error }: FileFormProps) {
  return (
    <div className="max-w-2xl">
      <p>
        Upload a list that you saved from a spreadsheet. The next page previews the import row by row. Nothing
        is imported until you confirm it there.
      </p>
      <Form
        method="post"
        action={`${screen}/import`}
        encType="multipart/form-data"
        noValidate
        className="mt-6"
      >
        <input type="hidden" name="formId" value={formId} />
        <Field
          id="list"
          label="CSV or Excel file"
          hint={`At most 1 MB and ${numberText(IMPORT_LIMIT_ROWS)} rows.`}
          error={error}
        >
          {(ties) => (
            <input className="input" type="file" name="list" accept=".csv,text/csv,.xlsx" {...ties} />
          )}
        </Field>
        <SubmitButton>Preview import</SubmitButton>
      </Form>
      <p className="mt-8">
        Lists of other tools need no changes: the next page asks about what it does not know. To start a list
        of your own or to change many {noun}s at once,{" "}
        <a href={`${screen}.csv`} className="text-link">
          download the current list
        </a>
        .
      </p>
    </div>
  );
}
