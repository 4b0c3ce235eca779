// What the columns of a file are: those of the export, by their headings or by the names of the fields.
import type { EditableKind } from "#app/models/editable/editables.server.ts";
import { PROGRAM_SESSION_WORDS } from "#app/models/program-session/program-session.ts";
import { SPEAKER_WORDS } from "#app/models/speaker/speaker.ts";
import { TRACK_NAMES, TRACKS } from "#app/vocabulary/track.ts";

export type Column = {
  field: string;
  heading: string;
  /** What a cell says, for the schema to check. */
  read(cell: string): unknown;
  /** How a value stands in a cell. */
  write(value: unknown): string;
};

type Columns = {
  columns: Column[];
  /** The fields without which there is no new one. */
  required: readonly string[];
  /** By which fields a row without an ID is taken for one that is there already. */
  sameBy: readonly [string, string];
};

const asCell = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const column = (
  labels: Record<string, string>,
  field: string,
  ways: Partial<Pick<Column, "read" | "write">> = {},
): Column => ({
  field,
  heading: labels[field] ?? field,
  read: (cell) => cell,
  write: asCell,
  ...ways,
});

/** A track, by its code or by its name. */
const TRACK = {
  read: (cell: string) => {
    const wanted = cell.trim().toLowerCase();
    return TRACKS.find((track) => track === wanted || TRACK_NAMES[track].toLowerCase() === wanted) ?? cell;
  },
  write: (value: unknown) => TRACK_NAMES[value as keyof typeof TRACK_NAMES] ?? "",
};

const YES_NO = {
  read: (cell: string) => {
    const said = cell.trim().toLowerCase();
    if (["yes", "y", "true", "1", "x", "on"].includes(said)) return true;
    // What is neither is for the schema to refuse.
    return ["", "no", "n", "false", "0", "off"].includes(said) ? false : cell;
  },
  write: (value: unknown) => (value ? "yes" : "no"),
};

const speaker = SPEAKER_WORDS.labels;
const session = PROGRAM_SESSION_WORDS.labels;

export const COLUMNS: Record<EditableKind, Columns> = {
  speaker: {
    columns: [
      column(speaker, "name"),
      column(speaker, "title"),
      column(speaker, "company"),
      column(speaker, "category", TRACK),
      column(speaker, "featured", YES_NO),
      column(speaker, "bio"),
      column(speaker, "imageUrl"),
    ],
    required: ["name", "title", "company", "category"],
    sameBy: ["name", "company"],
  },
  session: {
    columns: [
      column(session, "title"),
      column(session, "time"),
      column(session, "type", { read: (cell) => cell.trim().toLowerCase() }),
      column(session, "track", {
        ...TRACK,
        read: (cell) => (cell.trim().toLowerCase() === "none" ? "" : TRACK.read(cell)),
      }),
      column(session, "description"),
    ],
    required: ["title", "time", "type"],
    sameBy: ["title", "time"],
  },
};

export const ID_HEADING = "ID";

/** Which cell of a row is which field: by the heading or the field's name, in any case and spacing. */
export function matchHeadings(
  { columns, required }: Columns,
  headings: readonly string[],
):
  | { ok: true; idAt: number; places: { column: Column; at: number }[]; ignored: string[] }
  | { ok: false; problem: string } {
  const plain = headings.map(plainly);
  const known = [ID_HEADING, ...columns.map(({ heading }) => heading)];
  const placesOf = (...names: string[]) =>
    plain.flatMap((heading, at) => (heading !== "" && names.map(plainly).includes(heading) ? [at] : []));
  const idPlaces = placesOf(ID_HEADING);
  const all = columns.map((column) => ({ column, at: placesOf(column.heading, column.field) }));
  const twice = [
    { heading: ID_HEADING, at: idPlaces },
    ...all.map(({ column, at }) => ({ ...column, at })),
  ].find(({ at }) => at.length > 1);
  if (twice) return { ok: false, problem: `Two columns are called ${twice.heading}. Remove one of them.` };
  const places = all.flatMap(({ column, at: [at] }) => (at === undefined ? [] : [{ column, at }]));
  const idAt = idPlaces[0] ?? -1;
  const missing = columns.filter(
    ({ field }) => required.includes(field) && !places.some(({ column }) => column.field === field),
  );
  const isMissing = idAt === -1 ? missing.length > 0 : places.length === 0;
  if (isMissing) {
    const wanted = (missing.length > 0 ? missing.map(({ heading }) => heading) : known).join(", ");
    return {
      ok: false,
      problem: `The first row has to name the columns, and these are not there: ${wanted}.`,
    };
  }
  const used = new Set([idAt, ...places.map(({ at }) => at)]);
  return { ok: true, idAt, places, ignored: headings.filter((heading, at) => heading && !used.has(at)) };
}

const plainly = (heading: string) =>
  heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
