// What is known of an import on both sides: its limits, and what its preview says.

export const IMPORT_LIMIT_BYTES = 1_000_000;
export const IMPORT_LIMIT_ROWS = 2_000;
export const IMPORT_LIMIT_COLUMNS = 200;

/** In which encodings a file may be that does not say so itself: their names on the web, and to people. */
export const ENCODINGS: Record<string, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Western Europe)",
  "windows-1250": "Windows-1250 (Central Europe)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Mac Roman",
};

/** `column` is the heading of the cell that is wrong, or null where it is none alone. */
export type Problem = { column: string | null; message: string };

/** What becomes of one row of the file. */
export type PlannedRow = {
  /** As a spreadsheet numbers it: the headings are row 1. */
  row: number;
  /** What the thing in it is called; may be empty. */
  name: string;
  /** What comes with it that the file does not say, or is not kept as it says; or null. */
  remark: string | null;
} & (
  | { outcome: "added"; changes: Change[] }
  | { outcome: "changed"; id: number; changes: Change[] }
  | { outcome: "unchanged"; id: number }
  | { outcome: "leftOut"; problems: Problem[] }
);
/** What a column will have; of a new one all but its name. */
type Change = { label: string; before: string | null; after: string };

/** What an import would do. */
export type Preview = {
  /** The id by which the file is found again, and after a dot in which encoding it was to be read. */
  file: string;
  fileName: string;
  /** Says what the preview shows: what differs from it by then is not imported. */
  seen: string;
  rows: PlannedRow[];
  /** The headings that no column here has. */
  ignored: string[];
  /** The headings of what no file changes. */
  notImported: string[];
  /** In which encoding the file was read; null where it says that itself. */
  encoding: string | null;
};

/** Whether those whom an import is about are told of it, as its form says. */
export const MAIL_CHOICES = ["send", "none"] as const;

export const countOutcome = (rows: readonly PlannedRow[], outcome: PlannedRow["outcome"]): number =>
  rows.filter((row) => row.outcome === outcome).length;
