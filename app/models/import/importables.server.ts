import { conference } from "#app/conference/conference.ts";
import type { Db } from "#app/db/connection.server.ts";
import { findImportedDelegates } from "#app/models/delegate/delegate-import.server.ts";
import type { Editable, EditableRow } from "#app/models/editable/declaration.server.ts";
import { EDITABLES } from "#app/models/editables.server.ts";
import {
  type Columns,
  columnLabel,
  PROGRAM_COLUMNS,
  SPEAKER_COLUMNS,
  toImportProblems,
} from "#app/models/import/columns.server.ts";
import { CONNECTION_IMPORTABLE } from "#app/models/import/connection-list.server.ts";
import { DELEGATE_IMPORTABLE, paymentList } from "#app/models/import/delegate-list.server.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import type { Importable, ItemValues, RowReadResult } from "#app/models/import/importable.server.ts";
import { KNOWN_HEADINGS } from "#app/models/import/known-headings.ts";
import type { ListFile } from "#app/models/import/list-file.server.ts";
import { ownKeys } from "#app/models/import/own-key.server.ts";
import {
  addSpeakerNames,
  createSessionConnector,
  createSpeakerNameCompleter,
} from "#app/models/import/session-speakers.server.ts";
import { findTimeRemark, isOnAnotherDay } from "#app/models/program-session/time-slot.ts";
import { capitalise } from "#app/platform/text.ts";
import { PAID_PASSES } from "#app/vocabulary/pass.ts";
import { needsSpeakers } from "#app/vocabulary/program.ts";

const sessions = listOf(EDITABLES.session, PROGRAM_COLUMNS);

export const IMPORTABLES = {
  speaker: listOf(EDITABLES.speaker, SPEAKER_COLUMNS),
  session: {
    ...sessions,
    find: () => addSpeakerNames(sessions.find([])),
    completing: createSpeakerNameCompleter,
    write: (tx, steps, by) => {
      const connect = createSessionConnector(tx, by);
      for (const { outcome, values, current, beside } of steps) {
        if (outcome === "leftOut") continue;
        const { speakers: _, ...own } = values;
        const { id = 0 } = writeRow(EDITABLES.session, tx, own, current) ?? {};
        connect(beside, id);
      }
      return undefined;
    },
    // New breaks often have no title, so the type becomes the title.
    read: async (given: ItemValues, current?: EditableRow): Promise<RowReadResult> => {
      const type = String(given.type || "break");
      const isUntitled = !current && !given.title && !needsSpeakers(type);
      const called = isUntitled ? { ...given, type, title: capitalise(type) } : given;
      const read = await sessions.read(called, current);
      if (!read.ok) return read;
      const untitled = isUntitled
        ? [`This session has no title and will be called “${read.values.title}”`]
        : [];
      const { time } = read.values;
      if (typeof time === "string" && isOnAnotherDay(time)) return { ok: false, problems: [otherDay(time)] };
      const unclear = typeof time === "string" ? findTimeRemark(time) : null;
      return { ...read, remarks: [...untitled, ...(unclear ? [unclear] : [])] };
    },
  } satisfies Importable<EditableRow>,
  delegate: DELEGATE_IMPORTABLE,
  connection: CONNECTION_IMPORTABLE,
};

function writeRow({ within }: Editable, tx: Db, values: ItemValues, current: EditableRow | null) {
  if (!current) return within.insert(tx, values);
  return Object.keys(values).length > 0 ? within.replace(tx, current, values) : current;
}

const otherDay = (time: string): ImportProblem => ({
  column: columnLabel(PROGRAM_COLUMNS, "time"),
  message: `“${time}” is not on ${conference.date.long}, the day of the conference.`,
});

export type ImportKind = keyof typeof IMPORTABLES;

const HAS_MONEY = /amount|total|price|currency|betrag|montant|importe/i;

/** A list of delegates is a checkout’s if their references have another heading, or sums are beside them. */
export function listFor(kind: ImportKind, { headings, rows }: ListFile): Importable {
  if (kind !== "delegate" || PAID_PASSES.length === 0) return IMPORTABLES[kind];
  const { columns, readKey, isKey } = DELEGATE_IMPORTABLE;
  const isOurs = (heading: string) => heading === columns.key.heading && !HAS_MONEY.test(headings.join());
  const heading = headings.find((heading, at) => {
    const isNamed = KNOWN_HEADINGS.payment.reference?.includes(heading);
    const keys = rows.map(({ cells }) => readKey(cells[at] ?? "")).filter((key) => key && isKey(key));
    return isNamed || (!isOurs(heading) && keys.length > 0 && findImportedDelegates(keys, []).length > 0);
  });
  return heading === undefined ? DELEGATE_IMPORTABLE : paymentList(heading);
}

function listOf(editable: Editable, columns: Columns): Importable<EditableRow> {
  const { words, within, input, keepsIfBlank } = editable;
  return {
    noun: words.noun,
    path: words.path,
    columns,
    hasMail: false,
    leftByUndo: "items that have been changed or connected since",
    find: () => within.list(),
    ...ownKeys(words.noun),
    nameOf: (row) => editable.nameOf(row as never),

    read: async (given, current) => {
      const parsed = await input.safeParseAsync({ ...current, ...given });
      if (!parsed.success) return { ok: false, problems: toImportProblems(columns, parsed.error) };
      const isStored = ([field, value]: [string, unknown]) =>
        current === undefined || (field in given && !(value === null && keepsIfBlank?.includes(field)));
      return { ok: true, values: Object.fromEntries(Object.entries(parsed.data).filter(isStored)) };
    },

    write: (tx, steps) => {
      for (const { outcome, values, current } of steps)
        if (outcome === "added" || outcome === "changed") writeRow(editable, tx, values, current);
      return undefined;
    },
  };
}
