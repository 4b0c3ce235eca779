export const IMPORT_LIMIT_BYTES = 1_000_000;
export const IMPORT_LIMIT_ROWS = 2_000;
export const IMPORT_LIMIT_COLUMNS = 200;

/** For files that do not name their encoding: the web's name and people's. */
export const ENCODINGS: Record<string, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252 (Western Europe)",
  "windows-1250": "Windows-1250 (Central Europe)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Mac Roman",
};

/** `column` is the heading of the wrong cell; null where it is none alone. */
export type Problem = { column: string | null; message: string };

export type PlannedRow = {
  /** A spreadsheet's number: the headings are row 1. */
  row: number;
  name: string;
  /** Consequences that the file does not say, and values that are not kept. */
  remark: string | null;
} & (
  | { outcome: "added"; changes: Change[] }
  | { outcome: "changed"; id: number; changes: Change[] }
  | { outcome: "unchanged"; id: number }
  | { outcome: "leftOut"; problems: Problem[] }
);
/** A new one's name is no change. */
type Change = { label: string; before: string | null; after: string };

export type Preview = {
  /** The id of the kept file, and after a dot the encoding that it was to be read in. */
  file: string;
  fileName: string;
  /** A fingerprint of the preview: an import that would differ from it is refused. */
  seen: string;
  rows: PlannedRow[];
  /** Unknown headings, and those of columns that no file changes. */
  ignored: string[];
  notImported: string[];
  /** Null where the file says it itself. */
  encoding: string | null;
  /** Another tool's list: the columns were matched. */
  isElsewhere: boolean;
  /** Names of speakers who are not on the site. */
  unknown: string[];
};

/** A new speaker needs these besides a name. */
export type NewSpeakerField = { id: string; label: string; choices?: readonly string[] | undefined };

export const MAIL_CHOICES = ["send", "none"] as const;

export const countOutcome = (rows: readonly PlannedRow[], outcome: PlannedRow["outcome"]): number =>
  rows.filter((row) => row.outcome === outcome).length;
