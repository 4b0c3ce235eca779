import { Form } from "react-router";
import { Field, Options } from "#app/components/form/field.tsx";
import type { MatchingForm } from "#app/models/import/import.server.ts";
import { FileReading } from "#app/routes/admin/import/file-reading.tsx";
import { RuledSection, TextLink } from "#app/routes/admin/ui-elements.tsx";

export const MATCHING_SECTION_ID = "matching";
const FIELDS = "mt-4 grid items-end gap-x-8 sm:grid-cols-2";

type MatchColumnsProps = Record<"screen" | "formId", string> & {
  matching: MatchingForm;
  isRefused: boolean;
};

/** Form for matching the columns in a file from other software with the site's fields. */
export function ColumnMatchingForm({ matching, screen, formId, isRefused }: MatchColumnsProps) {
  const { file, fileName, columns, targets, asked, skipped, reading } = matching;
  return (
    <>
      <p
        id={MATCHING_SECTION_ID}
        tabIndex={-1}
        className="wrap-anywhere max-w-2xl"
        // biome-ignore lint/a11y/noAutofocus: users read the file's content first
        autoFocus={!isRefused}
      >
        <span className="font-semibold">{fileName}</span>: choose a field for each column. The next page
        previews the import row by row. Your choices are remembered for files with the same headings.
      </p>
      <FileReading {...{ file, skipped, reading }} action={`${screen}/import`} />
      <Form
        method="post"
        action={`${screen}/import?file=${file}&match`}
        noValidate
        className="wrap-anywhere max-w-4xl"
      >
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="file" value={file} />
        {asked.length > 0 && (
          <RuledSection id="values" title="Values" className="mt-8">
            <div className={FIELDS}>{asked.map((one) => field(one, isRefused))}</div>
          </RuledSection>
        )}
        <RuledSection id="columns" title="Columns" className="mt-8">
          <div className={FIELDS}>
            {columns.map((column) => field({ ...column, options: targets, error: undefined }, isRefused))}
          </div>
        </RuledSection>
        <button type="submit" name="intent" value="match" className="button mt-6">
          Preview import
        </button>
      </Form>
      <p className="mt-4">
        <TextLink to={`${screen}/import`}>Choose another file</TextLink>
      </p>
    </>
  );
}

function field(
  { id, label, hint, value, options, error }: MatchingForm["asked"][number],
  isRefused: boolean,
) {
  const own = { name: id, defaultValue: value, className: "input" };
  return (
    <Field key={id} {...{ id, label, hint }} error={isRefused && value === "" ? error : undefined}>
      {({ "aria-required": _, ...ties }) =>
        options ? (
          <select key={value} {...own} {...ties}>
            <Options of={options} />
          </select>
        ) : (
          <input {...own} {...ties} />
        )
      }
    </Field>
  );
}
