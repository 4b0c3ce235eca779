// Connections come from a separate list, or from the speakers named in a list of sessions. Sessions and
// speakers are found by title, name, or id of this site or another tool.
import { asc, eq } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections, programSessions } from "#app/db/schema.server.ts";
import type { Connection } from "#app/models/connection/connection.server.ts";
import { CONNECTION_WORDS } from "#app/models/connection/connection.ts";
import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { fold } from "#app/models/delegate/search-text.ts";
import type { Editable } from "#app/models/editable/declaration.server.ts";
import { EDITABLES } from "#app/models/editable/editables.server.ts";
import { type Columns, column } from "#app/models/import/columns.server.ts";
import type { By, Extras, Importable, Person, Values } from "#app/models/import/importable.server.ts";
import { HEADINGS } from "#app/models/import/known-headings.ts";
import { CONNECTION_ROLES } from "#app/vocabulary/program.ts";

type End = { id: number; externalId: string | null; called: string };

/** A cell contains a title or name, or an id if several items share the name. */
function endsOf({ within, nameOf }: Editable) {
  const ends = within.list().map((row): End => ({ externalId: null, ...row, called: nameOf(row as never) }));
  const named = Map.groupBy(ends, ({ called }) => fold(called));
  const byOwnId = new Map(ends.map((end) => [String(end.id), end]));
  const byExternalId = new Map(ends.map((end) => [end.externalId, end]));
  const isAlone = ({ called }: End) => named.get(fold(called))?.length === 1;
  return {
    read: (cell: string) =>
      (named.get(fold(cell))?.[0] ?? byExternalId.get(cell.trim()) ?? byOwnId.get(cell.trim()))?.id,
    unread: "nothing here has this title or name",
    write: (id: unknown) => {
      const end = byOwnId.get(String(id));
      return end && isAlone(end) ? end.called : String(id ?? "");
    },
  };
}

const LABELS = { sessionId: "Session", speakerId: "Speaker", role: "Role" };
const ENDS = ["programSessionId", "speakerId"] as const;
const ROLE = { choices: CONNECTION_ROLES, read: (cell: string) => cell.trim().toLowerCase() || undefined };

/** Built for each import, because speakers and sessions change. */
const columnsNow = (): Columns => ({
  key: { heading: "ID", noun: "ID" },
  columns: [
    column("programSessionId", LABELS.sessionId, endsOf(EDITABLES.session)),
    column("speakerId", LABELS.speakerId, endsOf(EDITABLES.speaker)),
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
  leftByUndo: "items changed since",
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
      message: end === "role" ? message : "Write an existing title, name or ID.",
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

type Speaker = { id: number; name: string; externalId: string | null };
const partsOf = (cell = "") => (cell.match(/[^\s,;][^,;\n]*/g) ?? []).map((part) => part.trim());

/** Pairs names with ids. Without names, uses the ids as names. */
function peopleIn({ speakers, speakerIds }: Extras): Person[] {
  const [names, ids] = [partsOf(speakers), partsOf(speakerIds)];
  if (names.length === 0) return ids.map((id) => ({ name: id, externalId: id }));
  return names.map((name, at) => ({ name, externalId: ids.length === names.length ? ids[at] : undefined }));
}

function readSpeakers() {
  const all: Speaker[] = EDITABLES.speaker.within.list();
  const byId = new Map(all.map((speaker) => [speaker.externalId, speaker]));
  const byName = new Map(all.map((speaker) => [fold(speaker.name), speaker]));
  return {
    all,
    find: ({ name, externalId }: Person) => (externalId && byId.get(externalId)) || byName.get(fold(name)),
    add: (speaker: Speaker) => byName.set(fold(speaker.name), speaker),
  };
}

export function withSpeakers<Session extends { id: number }>(sessions: Session[]) {
  const names = new Map(readSpeakers().all.map(({ id, name }) => [id, name]));
  const all = db.select().from(connections).orderBy(asc(connections.id)).all();
  const links = Map.groupBy(all, ({ programSessionId }) => programSessionId);
  return sessions.map((session) => ({
    ...session,
    speakers: (links.get(session.id) ?? []).map(({ speakerId }) => names.get(speakerId)).join(", "),
  }));
}

export function completingSpeakers() {
  const speakers = readSpeakers();
  return (values: Values, beside: Extras, current: Values | null) => {
    const people = peopleIn(beside);
    const found = people.flatMap((person) => speakers.find(person)?.name ?? []);
    const before = String(current?.speakers ?? "");
    const there = new Set(before.split(", "));
    const after = [...(before ? [before] : []), ...found.filter((name) => !there.has(name))].join(", ");
    return {
      values: found.length > 0 ? { ...values, speakers: after } : values,
      unknown: people.filter((person) => !speakers.find(person)),
    };
  };
}

export function connectorOf(tx: Db, { newSpeaker }: By) {
  const speakers = readSpeakers();
  const made = ({ name, externalId }: Person) => {
    if (!newSpeaker) return;
    const row = EDITABLES.speaker.within.insert(tx, { ...newSpeaker, name, externalId } as never);
    speakers.add(row);
    return row;
  };
  return (beside: Extras, programSessionId: number) => {
    for (const person of peopleIn(beside)) {
      const speaker = speakers.find(person) ?? made(person);
      const row = speaker && { speakerId: speaker.id, programSessionId };
      if (row) tx.insert(connections).values(row).onConflictDoNothing().run();
    }
  };
}
