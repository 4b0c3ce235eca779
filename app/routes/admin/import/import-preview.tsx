import { useId } from "react";
import { Form, Link } from "react-router";
import { countOutcome, type PlannedRow, type Preview } from "#app/models/import/import.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** What an import would do, row by row, what is left out first; and the button that does it. */
export function ImportPreview({
  preview,
  noun,
  screen,
  formId,
}: {
  preview: Preview;
  noun: string;
  screen: string;
  formId: string;
}) {
  const { rows, file, fileName, seen, ignored, isGuessedEncoding } = preview;
  const leftOut = rows.filter(({ outcome }) => outcome === "leftOut");
  const others = rows.filter(({ outcome }) => outcome !== "leftOut");
  const writes = countOutcome(rows, "added") + countOutcome(rows, "changed");
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-semibold">{fileName}</span>: {summary(rows)}
      </p>
      {ignored.length > 0 && (
        <p className="wrap-anywhere mt-2">
          {ignored.length === 1
            ? "This column is not known and ignored: "
            : "These columns are not known and ignored: "}
          {ignored.join(", ")}.
        </p>
      )}
      {isGuessedEncoding && (
        <p className="mt-2">
          The file is not UTF-8 and was read as Windows-1252. Look whether accents and quotation marks are
          right.
        </p>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-4">
        {writes > 0 && (
          <Form method="post" action={`${screen}/import`}>
            <input type="hidden" name="formId" value={formId} />
            <input type="hidden" name="file" value={file} />
            <input type="hidden" name="seen" value={seen} />
            <button type="submit" name="intent" value="import" className="button">
              {leftOut.length === 0 ? `Import ${writes}` : `Import ${writes}, leave out ${leftOut.length}`}
            </button>
          </Form>
        )}
        <Link to={`${screen}/import`} className="text-link">
          Choose another file
        </Link>
      </div>
      <Rows heading="Left out" rows={leftOut} noun={noun} />
      <Rows heading={leftOut.length > 0 ? "The others" : "Row by row"} rows={others} noun={noun} />
    </>
  );
}

const OUTCOMES = {
  added: { label: "New", tone: "yellow" },
  changed: { label: "Changed", tone: "blue" },
  unchanged: { label: "As it is", tone: undefined },
  leftOut: { label: "Left out", tone: "red" },
} as const;

function summary(rows: readonly PlannedRow[]): string {
  const said = [
    [countOutcome(rows, "added"), "new"],
    [countOutcome(rows, "changed"), "changed"],
    [countOutcome(rows, "unchanged"), "as they are"],
    [countOutcome(rows, "leftOut"), "left out"],
  ] as const;
  if (said[2][0] === rows.length) return `${counted(rows.length, "row")}. Nothing changes.`;
  const parts = said
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString("en-AU")} ${what}`);
  return `${counted(rows.length, "row")}: ${parts.join(", ")}.`;
}

function Rows({ heading, rows, noun }: { heading: string; rows: PlannedRow[]; noun: string }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section className="mt-10 max-w-4xl" aria-labelledby={id}>
      <h2 id={id} className="border-ink border-t-3 pt-3 text-2xl">
        {heading} ({rows.length.toLocaleString("en-AU")})
      </h2>
      <ol className="mt-2">
        {rows.map((row) => (
          <Row key={row.row} row={row} noun={noun} />
        ))}
      </ol>
    </section>
  );
}

function Row({ row, noun }: { row: PlannedRow; noun: string }) {
  const { label, tone } = OUTCOMES[row.outcome];
  return (
    <li className="border-rule border-b py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-base text-muted">Row {row.row}</span>
        <span className="wrap-anywhere min-w-0 font-semibold">{row.name || `A ${noun} without a name`}</span>
        <span className="badge" data-tone={tone}>
          {label}
        </span>
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
      {row.outcome === "changed" && (
        <ul className="text-base">
          {row.changes.map(({ label, before, after }) => (
            <li key={label} className="wrap-anywhere">
              {label}: <del>{before}</del> <span aria-hidden="true">→</span>
              <span className="sr-only">is now</span> <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
