import { Form } from "react-router";
import { FieldError } from "#app/components/form/field.tsx";
import type { Matching } from "#app/models/import/import.ts";
import { RuledSection, TextLink } from "#app/routes/admin/parts.tsx";

export const MATCHING_ID = "matching";

type MatchColumnsProps = {
  matching: Matching;
  noun: string;
  screen: string;
  formId: string;
  isRefused: boolean;
};

/** Each column of another tool's list beside what it becomes. */
export function MatchColumns({ matching, noun, screen, formId, isRefused }: MatchColumnsProps) {
  const { file, fileName, columns, targets, asked } = matching;
  const words = asked.filter(({ about }) => about !== "");
  const values = asked.filter(({ about }) => about === "");
  return (
    <>
      <p
        id={MATCHING_ID}
        tabIndex={-1}
        className="wrap-anywhere max-w-2xl"
        // biome-ignore lint/a11y/noAutofocus: the page that answers a file begins with what is in it
        autoFocus={!isRefused}
      >
        <span className="font-semibold">{fileName}</span>: say what its columns become. The next page shows,
        row by row, what would happen. The next file with these headings comes in the same way.
      </p>
      <Form method="post" action={`${screen}/import?file=${file}&match`} noValidate className="max-w-4xl">
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="file" value={file} />
        {values.length > 0 && (
          <RuledSection id="values" title={`What every ${noun} needs`} className="mt-8">
            <ul>{values.map((one) => row(one, isRefused))}</ul>
          </RuledSection>
        )}
        {words.length > 0 && (
          <RuledSection id="words" title="What these words mean" className="mt-8">
            <ul>{words.map((one) => row({ ...one, hint: `${one.about}, ${one.hint}` }, isRefused))}</ul>
          </RuledSection>
        )}
        <RuledSection id="columns" title="What the columns become" className="mt-8">
          <ul>
            {columns.map(({ heading, samples, value }, at) => {
              const hint = samples.join(" / ") || "All its cells are blank";
              const column = { id: `column-${at}`, label: heading, hint, value, options: targets };
              return row({ ...column, error: undefined }, isRefused);
            })}
          </ul>
        </RuledSection>
        <button type="submit" name="intent" value="match" className="button mt-6">
          Show what would happen
        </button>
      </Form>
      <p className="mt-4">
        <TextLink to={`${screen}/import`}>Choose another file</TextLink>
      </p>
    </>
  );
}

type RowProps = Omit<Matching["asked"][number], "about">;

function row({ id, label, hint, value, options, error }: RowProps, isRefused: boolean) {
  const isWrong = isRefused && error !== undefined && value === "";
  const ties = {
    id,
    name: id,
    defaultValue: value,
    className: "input",
    "aria-describedby": `${id}-hint${isWrong ? ` ${id}-error` : ""}`,
    "aria-invalid": isWrong || undefined,
  };
  return (
    <li key={id} className="grid gap-x-8 gap-y-1 border-rule border-b py-3 sm:grid-cols-2 sm:items-center">
      <div className="wrap-anywhere min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-base text-muted">
          {hint}
        </p>
        {isWrong && <FieldError id={`${id}-error`} label={label} message={error} />}
      </div>
      {options ? (
        <select key={value} {...ties}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...ties} />
      )}
    </li>
  );
}
