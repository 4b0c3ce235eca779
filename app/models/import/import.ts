export const IMPORT_LIMIT_BYTES = 1_000_000;
export const IMPORT_LIMIT_ROWS = 2_000;
/** Blank rows included, because reading many of them would block the site. */
export const IMPORT_LIMIT_LINES = 20_000;
export const IMPORT_LIMIT_COLUMNS = 200;
/** Characters in a cell, so that no expression reads a longer text. */
export const IMPORT_LIMIT_CELL = 10_000;

/** How a file was read, and the other ways to read it. */
export type Reading = {
  label: "Encoding" | "Sheet";
  value: string;
  options: [value: string, name: string][];
};

/** `column` is the heading of the invalid cell, or null if no single cell is invalid. */
export type ImportProblem = { column: string | null; message: string };

export type PlannedImportRow = {
  /** The spreadsheet's row number; the headings are row 1. */
  row: number;
  name: string;
  /** Describes side effects of the row, and values that the import drops. */
  remark: string | null;
} & (
  | { outcome: "added"; changes: Change[] }
  | { outcome: "changed"; id: number; changes: Change[] }
  | { outcome: "unchanged"; id: number }
  | { outcome: "leftOut"; problems: ImportProblem[] }
);
/** One field's change. A new item's name is not listed. */
type Change = { label: string; before: string | null; after: string };

export type NewSpeakerField = { id: string; label: string; choices?: readonly string[] | undefined };

export const REFERENCE_NOT_FOUND = "No delegate has this reference.";

export const countRowsWithOutcome = (
  rows: readonly PlannedImportRow[],
  outcome: PlannedImportRow["outcome"],
): number => rows.filter((row) => row.outcome === outcome).length;
