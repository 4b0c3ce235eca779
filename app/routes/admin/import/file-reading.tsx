import { Form } from "react-router";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import type { Reading } from "#app/models/import/import.ts";
import { FilterSelect } from "#app/routes/admin/delegates/filter-fields.tsx";

type FileReadingProps = {
  action: string;
  /** As in the address: the stored file's id, followed by a dot and the encoding or sheet. */
  file: string;
  skipped: string[];
  reading: Reading | null;
};

/** Says how the file was read, and offers to read it in another encoding or from another sheet. */
export function FileReading({ action, file, skipped, reading }: FileReadingProps) {
  const [id] = file.split(".");
  return (
    <>
      {skipped.length > 0 && (
        <p className="wrap-anywhere mt-2">
          {skipped.length === 1 ? "This row" : "These rows"} above the headings{" "}
          {skipped.length === 1 ? "is" : "are"} not imported: {skipped.map((text) => `“${text}”`).join(", ")}.
        </p>
      )}
      {reading && (
        <Form method="get" action={action} className="mt-2 flex flex-wrap items-end gap-4">
          <p className="wrap-anywhere w-full">{sentence(reading)}</p>
          <FilterSelect
            key={reading.value}
            name="file"
            label={reading.label}
            value={`${id}.${reading.value}`}
            options={reading.options.map(([code, name]) => [`${id}.${code}`, name])}
          />
          <SmallButton>Read again</SmallButton>
        </Form>
      )}
    </>
  );
}

function sentence({ label, value, options }: Reading): string {
  const name = options.find(([code]) => code === value)?.[1] ?? value;
  return label === "Encoding"
    ? `The file was read as ${name}. If any letters look wrong, choose another encoding.`
    : `The sheet “${name}” was read. If your list is on another sheet, choose it.`;
}
