// The connections of what is deleted and restored: they go with either of their ends, and come back with it.
import { eq, inArray } from "drizzle-orm";
import type { Db } from "#app/db/connection.server.ts";
import { connections, deletions, programSessions, speakers } from "#app/db/schema.server.ts";
import { CONNECTION_WORDS } from "#app/models/connection/connection.ts";
import { type KeptRows, revived, undoableDeletions } from "#app/models/editable/deletion.server.ts";
import type { NewEntry } from "#app/models/history/audit-log.server.ts";

export type Link = typeof connections.$inferSelect;

export const linksOfSpeaker = (tx: Db, speakerId: number): Link[] =>
  tx.select().from(connections).where(eq(connections.speakerId, speakerId)).all();

export const linksOfSession = (tx: Db, programSessionId: number): Link[] =>
  tx.select().from(connections).where(eq(connections.programSessionId, programSessionId)).all();

/**
 * Puts back kept connections. One whose other end is gone meanwhile, or that was made again, is left out;
 * where its other end can itself still be brought back, it comes back with that.
 */
export function restoreLinks(tx: Db, kept: KeptRows["connections"]): { back: Link[]; leftOut: number } {
  const { back, left, names } = putBack(tx, kept);
  handOver(tx, left, names);
  return { back, leftOut: left.length };
}

/** Puts back those whose ends are both there and not connected; answers which, and which are left. */
export function putBack(tx: Db, kept: KeptRows["connections"]) {
  const rows = revived(connections, kept);
  const names = namesOf(tx, rows);
  const back = rows.filter((row) => {
    if (!names.speakerNames.has(row.speakerId) || !names.titles.has(row.programSessionId)) return false;
    return tx.insert(connections).values(row).onConflictDoNothing().run().changes > 0;
  });
  return { back, left: rows.filter((row) => !back.includes(row)), names };
}

/** Gives connections that have no other end now to the deletion that would bring that back. */
function handOver(tx: Db, left: Link[], { speakerNames, titles }: ReturnType<typeof namesOf>): void {
  for (const { id, rows } of left.length > 0 ? undoableDeletions(tx) : []) {
    const has = (all: KeptRows[string], id: number) => all?.some((row) => row.id === id);
    const added = left.filter(
      ({ speakerId, programSessionId }) =>
        (!speakerNames.has(speakerId) && has(rows.speakers, speakerId)) ||
        (!titles.has(programSessionId) && has(rows.programSessions, programSessionId)),
    );
    if (added.length === 0) continue;
    const all = { ...rows, connections: [...(rows.connections ?? []), ...added] };
    tx.update(deletions).set({ rows: all }).where(eq(deletions.id, id)).run();
  }
}

/** What the audit log notes of each, in the words of the moment in which all of it is there. */
export function linkEntries(tx: Db, action: "deleted" | "restored", actor: string, rows: Link[]): NewEntry[] {
  const { speakerNames, titles } = namesOf(tx, rows);
  const word = action === "deleted" ? "from" : "to";
  return rows.map(({ speakerId, programSessionId }) => ({
    actor,
    subject: CONNECTION_WORDS.noun,
    subjectId: programSessionId,
    action,
    label: `${speakerNames.get(speakerId)} ${word} ${titles.get(programSessionId)}`,
  }));
}

/** What the ends of connections are called, of those that are there. */
function namesOf(tx: Db, rows: Link[]) {
  if (rows.length === 0)
    return { speakerNames: new Map<number, string>(), titles: new Map<number, string>() };
  const speakerIds = rows.map(({ speakerId }) => speakerId);
  const sessionIds = rows.map(({ programSessionId }) => programSessionId);
  const people = tx
    .select({ id: speakers.id, name: speakers.name })
    .from(speakers)
    .where(inArray(speakers.id, speakerIds))
    .all();
  const sessions = tx
    .select({ id: programSessions.id, title: programSessions.title })
    .from(programSessions)
    .where(inArray(programSessions.id, sessionIds))
    .all();
  return {
    speakerNames: new Map(people.map(({ id, name }) => [id, name])),
    titles: new Map(sessions.map(({ id, title }) => [id, title])),
  };
}
