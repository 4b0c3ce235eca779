// What is known of an import on both sides: its limits, and what its preview says.

export const IMPORT_LIMIT_BYTES = 1_000_000;
export const IMPORT_LIMIT_ROWS = 2_000;
export const IMPORT_LIMIT_COLUMNS = 200;

/** `column` is the heading of the cell that is wrong, or null where it is none alone. */
export type Problem = { column: string | null; message: string };

/** What becomes of one row of the file. */
export type PlannedRow = {
  /** As a spreadsheet numbers it: the headings are row 1. */
  row: number;
  /** What the thing in it is called; may be empty. */
  name: string;
} & (
  | { outcome: "added" /** What else is to be known of it, or null. */; about: string | null }
  | {
      outcome: "changed";
      id: number;
      changes: { label: string; before: string; after: string }[];
      /** What comes with it that the file does not say, or null. */
      remark: string | null;
    }
  | { outcome: "unchanged"; id: number }
  | { outcome: "leftOut"; problems: Problem[] }
);

/** What an import would do. */
export type Preview = {
  /** The id by which the file is found again. */
  file: string;
  fileName: string;
  /** Says what the preview shows: what differs from it by then is not imported. */
  seen: string;
  rows: PlannedRow[];
  /** The headings that no column here has. */
  ignored: string[];
  /** The headings of what the export says as well, and no file changes. */
  notImported: string[];
  /** Whether the file was not UTF-8, so that accents are to be looked at. */
  isGuessedEncoding: boolean;
};

/** Whether those whom an import is about are told of it, as its form says. */
export const MAIL_CHOICES = ["send", "none"] as const;

export const countOutcome = (rows: readonly PlannedRow[], outcome: PlannedRow["outcome"]): number =>
  rows.filter((row) => row.outcome === outcome).length;
