// Reads a list of connections. Finds sessions and speakers by title or name, or by an id from this
// site or another tool.
import { eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import { CONNECTIONS, type Connection } from "#app/models/connection/connection.server.ts";
import { CONNECTION_FIELDS, CONNECTION_WORDS } from "#app/models/connection/fields.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLES } from "#app/models/editables.server.ts";
import {
  type Columns,
  columnsOf,
  PROGRAM_COLUMNS,
  SPEAKER_COLUMNS,
} from "#app/models/import/columns.server.ts";
import { describeItems } from "#app/models/import/find-items.server.ts";
import type { Importable } from "#app/models/import/importable.server.ts";
import { KNOWN_HEADINGS } from "#app/models/import/known-headings.ts";
import { ownKey, ownKeys } from "#app/models/import/own-key.server.ts";

type End = { id: number; externalId: string | null; called: string };

/**
 * Exports an item's title or name, or its ID if several items share the title or name. Reads a title
 * or name of several items as a text that describes them.
 */
function endsOf({ words, within, nameOf }: Editable, columns: Columns) {
  const ends = within.list().map((row): End => ({ externalId: null, ...row, called: nameOf(row as never) }));
  const named = Map.groupBy(ends, ({ called }) => foldText(called));
  const byOwnKey = new Map(ends.map((end) => [ownKey(words.noun, end.id), end]));
  const byExternalId = Map.groupBy(ends, ({ externalId }) => externalId);
  const only = (found: End[] = []) => (found.length === 1 ? found[0] : undefined);
  return {
    read: (cell: string) => {
      const called = named.get(foldText(cell)) ?? [];
      const end = only(called) ?? only(byExternalId.get(cell.trim())) ?? byOwnKey.get(cell.trim());
      if (end || called.length === 0) return end?.id;
      return describeItems({ columns, ...ownKeys(words.noun) }, called);
    },
    unread: "no item has this title, name or ID",
    write: (id: unknown) => {
      const end = ends.find((one) => one.id === id);
      if (!end) return "";
      return only(named.get(foldText(end.called))) ? end.called : ownKey(words.noun, id);
    },
  };
}

const { sessionId: programSessionId, speakerId, ...OTHERS } = CONNECTION_FIELDS;
const ENDS = ["programSessionId", "speakerId"] as const;

const endProblem = (found: unknown): string =>
  typeof found === "string"
    ? `This may be ${found}. Enter the ID instead.`
    : "Enter an existing title, name or ID.";

export const CONNECTION_IMPORTABLE: Importable<Connection> = {
  ...CONNECTION_WORDS,
  /** Rebuilt for each import, because speakers and sessions change. */
  get columns() {
    const own = {
      programSessionId: endsOf(EDITABLES.session, PROGRAM_COLUMNS),
      speakerId: endsOf(EDITABLES.speaker, SPEAKER_COLUMNS),
    };
    const elsewhere = KNOWN_HEADINGS.connection;
    const names = { name: "programSessionId", sameBy: ENDS, foundBy: [ENDS], elsewhere };
    return columnsOf({ programSessionId, speakerId, ...OTHERS }, { own, ...names });
  },
  leftByUndo: "items that have changed since",
  find: () => db.select().from(connections).orderBy(connections.id).all(),
  ...ownKeys(CONNECTION_WORDS.noun),
  nameOf: ({ programSessionId }) => {
    const isIt = eq(programSessions.id, Number(programSessionId));
    return db.select().from(programSessions).where(isIt).get()?.title ?? "";
  },

  read: async (given, current) => {
    const { programSessionId: sessionId, ...ends } = { ...current, ...given };
    const parsed = CONNECTIONS.input.safeParse({ ...ends, sessionId });
    if (parsed.success) {
      const { sessionId: programSessionId, ...values } = parsed.data;
      return { ok: true, values: { ...values, programSessionId } };
    }
    const problems = parsed.error.issues.map(({ path: [end], message }) => ({
      column: CONNECTION_WORDS.labels[end as keyof typeof CONNECTION_FIELDS],
      message: end === "sessionId" || end === "speakerId" ? endProblem({ ...ends, sessionId }[end]) : message,
    }));
    return { ok: false, problems };
  },

  refuse: (values, current) => {
    const isOther = ENDS.some((end) => current && end in values && values[end] !== current[end]);
    return isOther
      ? [{ column: "ID", message: "This ID belongs to another connection. Leave it blank to add a new one." }]
      : [];
  },

  write: (tx, steps) => {
    for (const { values, current } of steps)
      if (current) tx.update(connections).set(values).where(eq(connections.id, current.id)).run();
      else
        tx.insert(connections)
          .values(values as Connection)
          .run();
  },
};
