export const IMPORT_LIMIT_BYTES = 1_000_000;
export const IMPORT_LIMIT_ROWS = 2_000;
export const IMPORT_LIMIT_COLUMNS = 200;

/** Encodings for files that do not state theirs, with readable names. */
export const ENCODINGS: Record<string, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Western Europe)",
  "windows-1250": "Windows-1250 (Central Europe)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Mac Roman",
};

/** `column` is the heading of the invalid cell; null if no single cell is at fault. */
export type Problem = { column: string | null; message: string };

export type PlannedRow = {
  /** The spreadsheet's row number; the headings are row 1. */
  row: number;
  name: string;
  /** Consequences not evident from the file, and values that are dropped. */
  remark: string | null;
} & (
  | { outcome: "added"; changes: Change[] }
  | { outcome: "changed"; id: number; changes: Change[] }
  | { outcome: "unchanged"; id: number }
  | { outcome: "leftOut"; problems: Problem[] }
);
/** The name of a new item is not listed as a change. */
type Change = { label: string; before: string | null; after: string };

export type Preview = {
  /** The id of the stored file, optionally followed by a dot and the encoding. */
  file: string;
  fileName: string;
  /** A fingerprint of the preview; an import that would differ is refused. */
  seen: string;
  rows: PlannedRow[];
  /** `ignored` are unknown headings; `notImported` are exported columns that an import ignores. */
  ignored: string[];
  notImported: string[];
  /** Null if the file states its encoding. */
  encoding: string | null;
  /** True for another tool's list, whose columns were matched. */
  isElsewhere: boolean;
  unknown: string[];
};

export type NewSpeakerField = { id: string; label: string; choices?: readonly string[] | undefined };

export const MAIL_CHOICES = ["send", "none"] as const;

export const countOutcome = (rows: readonly PlannedRow[], outcome: PlannedRow["outcome"]): number =>
  rows.filter((row) => row.outcome === outcome).length;
