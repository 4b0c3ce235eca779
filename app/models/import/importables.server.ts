import { conference } from "#app/conference/conference.ts";
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

const sessions = listOf(EDITABLES.session, PROGRAM_COLUMNS, createSessionConnector);

export const IMPORTABLES = {
  speaker: listOf(EDITABLES.speaker, SPEAKER_COLUMNS),
  session: {
    ...sessions,
    find: () => addSpeakerNames(sessions.find([])),
    completing: createSpeakerNameCompleter,
    // New breaks often have no title, so the type becomes the title.
    read: async (given: ItemValues, current?: EditableRow): Promise<RowReadResult> => {
      const type = String(given.type || "break");
      const isUntitled = !current && !given.title && !needsSpeakers(type);
      const called = isUntitled ? { ...given, type, title: capitalise(type) } : given;
      const read = await sessions.read(called, current);
      if (!read.ok) return read;
      const { title, time } = read.values as { title?: string; time?: string };
      if (time !== undefined && isOnAnotherDay(time)) return { ok: false, problems: [otherDay(time)] };
      const untitled = isUntitled && `This session has no title and will be called “${title}”`;
      const remarks = [untitled, time !== undefined && findTimeRemark(time)];
      return { ...read, remarks: remarks.filter((remark) => typeof remark === "string") };
    },
  } satisfies Importable<EditableRow>,
  delegate: DELEGATE_IMPORTABLE,
  connection: CONNECTION_IMPORTABLE,
};

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

/** `createConnector` connects the people beside each row. */
function listOf(
  editable: Editable,
  columns: Columns,
  createConnector?: typeof createSessionConnector,
): Importable<EditableRow> {
  const { words, within, input, keepsIfBlank } = editable;
  return {
    ...words,
    columns,
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

    write: (tx, steps, by) => {
      const connect = createConnector?.(tx, by);
      for (const { values, current, beside } of steps) {
        const { speakers: _, ...own } = values;
        const isKept = current && Object.keys(own).length === 0;
        const { id } = isKept ? current : current ? within.replace(tx, current, own) : within.insert(tx, own);
        connect?.(beside, id);
      }
    },
  };
}
