import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { ValueChange } from "#app/components/admin/history-list.tsx";
import { Badge } from "#app/components/buttons-and-badge.tsx";
import { CheckboxField, FieldError, SelectField, TextField } from "#app/components/form/field.tsx";
import { HiddenFields } from "#app/components/toast.tsx";
import type { ImportPreviewData } from "#app/models/import/import.server.ts";
import {
  countRowsWithOutcome,
  type NewSpeakerField,
  type PlannedImportRow,
  REFERENCE_NOT_FOUND,
} from "#app/models/import/import.ts";
import { countText, numberText } from "#app/platform/text.ts";
import { FileReading } from "#app/routes/admin/import/file-reading.tsx";
import { HintedChoice, RuledSection, TextLink } from "#app/routes/admin/ui-elements.tsx";

export const PREVIEW_ID = "preview";

type ImportPreviewProps = Record<"screen" | "formId", string> & {
  preview: ImportPreviewData;
  hasMail: true | undefined;
  newSpeakerFields: NewSpeakerField[];
  result: SubmissionResult | undefined;
};

export function ImportPreview(props: ImportPreviewProps) {
  const { preview, screen, formId, hasMail, result } = props;
  const { noun, rows, file, fileName, seen, ignored, skipped, reading, unknown } = preview;
  const leftOut = rows.filter(({ outcome }) => outcome === "leftOut");
  const others = rows.filter(({ outcome }) => outcome !== "leftOut");
  const writes = countRowsWithOutcome(rows, "added") + countRowsWithOutcome(rows, "changed");
  return (
    <>
      <p
        id={PREVIEW_ID}
        tabIndex={-1}
        className="wrap-anywhere"
        // biome-ignore lint/a11y/noAutofocus: users read the file's content first
        autoFocus={result === undefined}
      >
        <span className="font-semibold">{fileName}</span>: {summary(rows, noun === "payment")}{" "}
        {cancellations(rows, noun)}
      </p>
      {ignored.length > 0 && (
        <p className="wrap-anywhere mt-2">
          {ignored.length === 1 ? "This column is" : "These columns are"} not imported: {ignored.join(", ")}.
        </p>
      )}
      <FileReading {...{ file, skipped, reading }} action={`${screen}/import`} />
      {(writes > 0 || unknown.length > 0) && (
        // Posts to the preview's URL, so a refused form keeps the preview.
        <Form method="post" action={`${screen}/import?file=${file}`} noValidate className="mt-6">
          <HiddenFields {...{ formId, file, seen }} mail={noun === "payment" ? "none" : undefined} />
          {hasMail && noun !== "payment" && <MailChoice error={result?.error?.mail?.[0]} />}
          {unknown.length > 0 && <NewSpeakers {...props} />}
          <button type="submit" name="intent" value="import" className="button">
            {writes === 0 ? "Import" : `Import ${writes}`}
            {writes > 0 && leftOut.length > 0 && `, leave out ${leftOut.length}`}
          </button>
        </Form>
      )}
      <p className="mt-4">
        <TextLink to={`${screen}/import?file=${file}&match`}>Change the columns</TextLink>{" "}
        <span aria-hidden="true">·</span> <TextLink to={`${screen}/import`}>Choose another file</TextLink>
      </p>
      <RuledSection id="rows" title={`Row by row (${numberText(rows.length)})`} className="mt-10 max-w-4xl">
        <ol className="mt-2">
          {[...leftOut, ...others].map((row) => (
            <Row key={row.row} row={row} noun={noun} />
          ))}
        </ol>
      </RuledSection>
    </>
  );
}

function NewSpeakers({ preview, newSpeakerFields, result }: ImportPreviewProps) {
  const people = preview.unknown;
  const names = people.filter(({ isFullName }) => isFullName).map(({ name }) => name);
  const doubtful = people.filter(({ isFullName }) => !isFullName);
  const typed = result?.initialValue as Record<string, string> | undefined;
  const boxes = doubtful.map(({ name }) => ({
    id: `also:${name}`,
    label: `Create “${name}”, which may not be a full name`,
  }));
  if (names.length > 0) boxes.unshift({ id: "create", label: "Create these speakers" });
  return (
    <fieldset className="field max-w-2xl">
      <legend>{countText(people.length, "speaker")} not on the site yet</legend>
      {names.length > 0 && <p className="wrap-anywhere mt-2">{names.join(", ")}</p>}
      <p className="field-hint mb-3">
        These speakers are left out unless you create them here. You can change their values later.
      </p>
      {boxes.map(({ id, label }) => (
        <CheckboxField key={id} id={id} name={id} label={label} defaultValue={typed?.[id]} />
      ))}
      {newSpeakerFields.map(({ id, label, choices }) => {
        const options = choices && ["", ...choices].map((value) => ({ value, label: value || "Choose" }));
        const error = result?.error?.[id]?.[0];
        const field = { id, name: id, label, error, defaultValue: typed?.[id] };
        return options ? (
          <SelectField key={id} {...field} options={options} />
        ) : (
          <TextField key={id} {...field} />
        );
      })}
    </fieldset>
  );
}

/** Asks whether to send emails. No answer is preselected. */
function MailChoice({ error }: { error: string | undefined }) {
  const choice = (value: "send" | "none", text: string, hint: string) => (
    <HintedChoice id={value === "send" ? "mail" : `mail-${value}`} name="mail" {...{ value, text, hint }} />
  );
  return (
    <fieldset
      className="field max-w-2xl"
      data-invalid={error ? true : undefined}
      aria-describedby={error && "mail-error"}
    >
      <legend>Emails</legend>
      {error && <FieldError id="mail-error" label="Emails" message={error} />}
      <div className="mt-2 grid gap-3">
        {choice(
          "send",
          "Send each new or changed delegate an email",
          "Emails are sent ten minutes after the import, when the import can no longer be undone. If you change a delegate before then, the email about that change is sent after the email about the import.",
        )}
        {choice("none", "Send no emails", "No one is notified of this import.")}
      </div>
    </fieldset>
  );
}

const OUTCOMES = {
  added: { label: "New", tone: "yellow" },
  changed: { label: "Changed", tone: "blue" },
  unchanged: { label: "Unchanged", tone: undefined },
  leftOut: { label: "Left out", tone: "red" },
} as const;

function summary(rows: readonly PlannedImportRow[], arePayments: boolean): string {
  const problems = rows.flatMap((row) => ("problems" in row ? row.problems : []));
  const missing = problems.filter(({ message }) => message === REFERENCE_NOT_FOUND).length;
  const said = [
    [countRowsWithOutcome(rows, "added"), "new"],
    [countRowsWithOutcome(rows, "changed"), arePayments ? "will be marked paid" : "changed"],
    [missing, missing === 1 ? "reference not found" : "references not found"],
    [countRowsWithOutcome(rows, "unchanged"), arePayments ? "already paid" : "unchanged"],
    [countRowsWithOutcome(rows, "leftOut") - missing, "left out"],
  ] as const;
  if (said[3][0] === rows.length) return `${countText(rows.length, "row")}. Nothing changes.`;
  const parts = said.filter(([count]) => count > 0).map(([count, what]) => `${numberText(count)} ${what}`);
  return `${countText(rows.length, "row")}: ${parts.join(", ")}.`;
}

/** Says how many items the file cancels, or nothing. */
function cancellations(rows: readonly PlannedImportRow[], noun: string): string {
  const changes = rows.flatMap((row) => (row.outcome === "changed" ? row.changes : []));
  const count = changes.filter(({ label, after }) => label === "Status" && after === "cancelled").length;
  const what = noun === "delegate" ? "registration" : noun;
  return count > 0 ? `${countText(count, `${what} becomes`, `${what}s become`)} cancelled.` : "";
}

function Row({ row, noun }: { row: PlannedImportRow; noun: string }) {
  const { label, tone } = OUTCOMES[row.outcome];
  return (
    <li className="border-rule border-b py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-base text-muted">Row {row.row}</span>
        <span className="wrap-anywhere min-w-0 font-semibold">{row.name || `A ${noun} without a name`}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {row.outcome === "leftOut" && (
        <ul className="text-base">
          {row.problems.map(({ column, message }) => (
            <li key={`${column} ${message}`} className="wrap-anywhere field-error">
              {column ? `${column}: ${message}` : message}
            </li>
          ))}
        </ul>
      )}
      {"changes" in row && (
        <ul className={row.outcome === "added" ? "flex flex-wrap gap-x-4 text-base" : "text-base"}>
          {row.changes.map(({ label, before, after }) => (
            <li key={label} className="wrap-anywhere min-w-0">
              <span className="text-muted">{label}:</span>{" "}
              {before === null ? after : <ValueChange {...{ before, after }} />}
            </li>
          ))}
        </ul>
      )}
      {row.remark && <p className="wrap-anywhere text-base">{row.remark}</p>}
    </li>
  );
}
