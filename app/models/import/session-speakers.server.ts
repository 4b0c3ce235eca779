// The speakers whom a list of sessions names become connections; those who are not there may be made with it.
import { asc } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections } from "#app/db/schema.server.ts";
import { fold } from "#app/models/delegate/search-text.ts";
import { EDITABLES } from "#app/models/editable/editables.server.ts";
import type { Beside, By, Person, Values } from "#app/models/import/importable.server.ts";

type Speaker = { id: number; name: string; externalId: string | null };
const { speaker: SPEAKERS } = EDITABLES;
const partsOf = (cell = "") => (cell.match(/[^\s,;][^,;\n]*/g) ?? []).map((part) => part.trim());

/** Names and ids side by side; ids alone where there are no names. */
function peopleIn({ speakers, speakerIds }: Beside): Person[] {
  const [names, ids] = [partsOf(speakers), partsOf(speakerIds)];
  if (names.length === 0) return ids.map((id) => ({ name: id, externalId: id }));
  return names.map((name, at) => ({ name, externalId: ids.length === names.length ? ids[at] : undefined }));
}

/** Finds speakers by the id of another tool, or else by name. */
function speakersNow() {
  const all: Speaker[] = SPEAKERS.within.list();
  const byId = new Map(all.map((speaker) => [speaker.externalId, speaker]));
  const byName = new Map(all.map((speaker) => [fold(speaker.name), speaker]));
  return {
    all,
    find: ({ name, externalId }: Person) => (externalId && byId.get(externalId)) || byName.get(fold(name)),
    add: (speaker: Speaker) => byName.set(fold(speaker.name), speaker),
  };
}

/** With the names of its speakers, as its preview compares them. */
export function withSpeakers<Session extends { id: number }>(sessions: Session[]) {
  const names = new Map(speakersNow().all.map(({ id, name }) => [id, name]));
  const all = db.select().from(connections).orderBy(asc(connections.id)).all();
  const links = Map.groupBy(all, ({ programSessionId }) => programSessionId);
  return sessions.map((session) => ({
    ...session,
    speakers: (links.get(session.id) ?? []).map(({ speakerId }) => names.get(speakerId)).join(", "),
  }));
}

export function completingSpeakers() {
  const speakers = speakersNow();
  return (values: Values, beside: Beside, current: Values | null) => {
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

/** Adds connections to those that are there, and takes none away. */
export function connectorOf(tx: Db, { newSpeaker }: By) {
  const speakers = speakersNow();
  const made = ({ name, externalId }: Person) => {
    if (!newSpeaker) return;
    const row = SPEAKERS.within.insert(tx, { ...newSpeaker, name, externalId } as never);
    speakers.add(row);
    return row;
  };
  return (beside: Beside, programSessionId: number) => {
    for (const person of peopleIn(beside)) {
      const speaker = speakers.find(person) ?? made(person);
      const row = speaker && { speakerId: speaker.id, programSessionId };
      if (row) tx.insert(connections).values(row).onConflictDoNothing().run();
    }
  };
}
