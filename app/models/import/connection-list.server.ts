// Connections as a list of their own: both ends by title or name, or by an id of this site or of another tool.
import { eq } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import type { Connection } from "#app/models/connection/connection.server.ts";
import { CONNECTION_WORDS } from "#app/models/connection/connection.ts";
import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { fold } from "#app/models/delegate/search-text.ts";
import { EDITABLES } from "#app/models/editable/editables.server.ts";
import { type Columns, column } from "#app/models/import/columns.server.ts";
import { HEADINGS } from "#app/models/import/headings.ts";
import type { Importable } from "#app/models/import/importable.server.ts";
import { CONNECTION_ROLES } from "#app/vocabulary/program.ts";

type End = { id: number; externalId: string | null; called: string };

/** A cell names an end of its own; of several that are called so the id is written. */
function endsOf(ends: End[]) {
  const named = Map.groupBy(ends, ({ called }) => fold(called));
  const byOwnId = new Map(ends.map((end) => [String(end.id), end]));
  const byExternalId = new Map(ends.map((end) => [end.externalId, end]));
  const isAlone = ({ called }: End) => named.get(fold(called))?.length === 1;
  return {
    read: (cell: string) =>
      (named.get(fold(cell))?.[0] ?? byExternalId.get(cell.trim()) ?? byOwnId.get(cell.trim()))?.id,
    unread: "there is none that is called so",
    write: (id: unknown) => {
      const end = byOwnId.get(String(id));
      return end && isAlone(end) ? end.called : String(id ?? "");
    },
  };
}

const LABELS = { sessionId: "Session", speakerId: "Speaker", role: "Role" };
const ENDS = ["programSessionId", "speakerId"] as const;
const sessionEnds = () =>
  endsOf(EDITABLES.session.within.list().map((row) => ({ ...row, called: row.title })));
const speakerEnds = () =>
  endsOf(EDITABLES.speaker.within.list().map((row) => ({ ...row, called: row.name })));
const ROLE = { choices: CONNECTION_ROLES, read: (cell: string) => cell.trim().toLowerCase() || undefined };

/** The ends are those of now. */
const columnsNow = (): Columns => ({
  key: { heading: "ID", noun: "ID" },
  columns: [
    column("programSessionId", LABELS.sessionId, sessionEnds()),
    column("speakerId", LABELS.speakerId, speakerEnds()),
    column("role", LABELS.role, ROLE),
  ],
  ...{ required: ENDS, name: "programSessionId", sameBy: ENDS, foundBy: ENDS },
  elsewhere: HEADINGS.connection,
  notImported: [],
});

function nameOfSession(id: unknown): string {
  const isIt = eq(programSessions.id, Number(id));
  return db.select().from(programSessions).where(isIt).get()?.title ?? "";
}

export const CONNECTION_LIST: Importable<Connection> = {
  noun: CONNECTION_WORDS.noun,
  path: CONNECTION_WORDS.path,
  get columns() {
    return columnsNow();
  },
  hasMail: false,
  leftByUndo: "what was changed since",
  find: () => db.select().from(connections).orderBy(connections.id).all(),
  keyOf: ({ id }) => String(id),
  readKey: (cell) => cell.trim(),
  isKey: (cell) => /^\s*\d*\s*$/.test(cell),
  findsAlike: true,
  nameOf: ({ programSessionId }) => nameOfSession(programSessionId),

  read: async (given, current) => {
    const { programSessionId: sessionId, ...ends } = { ...current, ...given };
    const parsed = ConnectionInput.safeParse({ ...ends, sessionId });
    if (parsed.success) {
      const { sessionId: programSessionId, ...values } = parsed.data;
      return { ok: true, values: { ...values, programSessionId } };
    }
    const problems = parsed.error.issues.map(({ path: [end], message }) => ({
      column: LABELS[end as keyof typeof LABELS],
      message: end === "role" ? message : "Write the title or name, or the ID, of one that is there.",
    }));
    return { ok: false, problems };
  },

  refuse: (values, current) => {
    const isOther = ENDS.some((end) => current && end in values && values[end] !== current[end]);
    return isOther ? [{ column: "ID", message: "It connects others. Leave it blank to connect these." }] : [];
  },

  write: (tx, steps) => {
    for (const { outcome, values, current } of steps) {
      const row = values as Connection;
      if (outcome === "added") tx.insert(connections).values(row).run();
      if (outcome === "changed" && current)
        tx.update(connections).set(values).where(eq(connections.id, current.id)).run();
    }
    return undefined;
  },
  undoing: () => ({}),
  namesOf: (ids) => ids.map(nameOfSession),
};
