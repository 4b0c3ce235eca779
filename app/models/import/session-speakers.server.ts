// Connects the speakers named in a list of sessions.
import { asc, eq } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { connections } from "#app/db/schema.server.ts";
import type { Connection } from "#app/models/connection/connection.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { EDITABLES } from "#app/models/editables.server.ts";
import { SPEAKER_COLUMNS } from "#app/models/import/columns.server.ts";
import { describeItems } from "#app/models/import/find-items.server.ts";
import type {
  ImportContext,
  ItemValues,
  NewSpeakers,
  PersonReference,
  UnstoredCells,
} from "#app/models/import/importable.server.ts";
import { ownKeys } from "#app/models/import/own-key.server.ts";

type Speaker = { id: number; name: string; externalId: string | null };
/** The people in a session's cells. `doubts` are sentences about those who may be several people. */
type Named = { speakers: Speaker[]; unknown: PersonReference[]; doubts: string[] };

const SPEAKER_LIST = { columns: SPEAKER_COLUMNS, ...ownKeys("speaker") };

/** The role of speakers that a list names. Other roles are given by hand, and stay. */
const LISTED_ROLE = "speaker";

const partsOf = (cell = "") => (cell.match(/[^\s,;][^,;\n]*/g) ?? []).map((part) => part.trim());

/** Pairs names with ids. If there are no names, uses the ids as names. */
function peopleIn({ speakers, speakerIds }: UnstoredCells): PersonReference[] {
  const names = partsOf(speakers);
  const ids = partsOf(speakerIds);
  if (names.length === 0) return ids.map((id) => ({ name: id, externalId: id }));
  return names.map((name, at) => ({ name, externalId: ids.length === names.length ? ids[at] : undefined }));
}

/** Splits 'Ada & Bo (Quill)' into Ada and Bo. */
const piecesOf = (name: string): string[] =>
  name
    .replace(/\([^()]*\)/g, " ")
    .split(/ (?:and|und|et|y|e|og|och) |[&+/、・]/i)
    .map((piece) => piece.trim())
    .filter(Boolean);

function readSpeakers() {
  const all: Speaker[] = EDITABLES.speaker.within.list();
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const byId = Map.groupBy(all, ({ externalId }) => externalId ?? undefined);
  const byName = Map.groupBy(all, ({ name }) => foldText(name));
  const named = (name: string) => byName.get(foldText(name)) ?? [];
  const only = (found: Speaker[]) => (found.length === 1 ? found : []);

  /** An id counts if the name agrees, or if there is no name. */
  function find({ name, externalId }: PersonReference, { speakers, unknown, doubts }: Named): void {
    const owners = (externalId && byId.get(externalId)) || [];
    const isOwner = (owner: Speaker) => name === externalId || foldText(owner.name) === foldText(name);
    const [proven] = only(owners).filter(isOwner);
    const found = proven ? [proven] : named(name);
    const pieces = piecesOf(name).map((piece) => only(named(piece)));
    const [owner] = owners;
    if (found.length > 1)
      doubts.push(`Not connected: “${name}” may be ${describeItems(SPEAKER_LIST, found)}`);
    else if (found.length === 1) speakers.push(...found);
    else if (pieces.length > 0 && pieces.every(({ length }) => length === 1)) speakers.push(...pieces.flat());
    else if (owner) doubts.push(`Not connected: The ID of “${name}” belongs to “${owner.name}”`);
    else unknown.push({ name, externalId });
  }

  return {
    in: (cells: UnstoredCells): Named => {
      const all: Named = { speakers: [], unknown: [], doubts: [] };
      for (const person of peopleIn(cells)) find(person, all);
      return all;
    },
    add: (speaker: Speaker) => byName.set(foldText(speaker.name), [speaker]),
    namesOf: (ids: Iterable<number>) => [...ids].map((id) => names.get(id)).join(", "),
  };
}

/** True for a link that a list gave and no longer gives. If anyone is in doubt, no link goes. */
const isGone =
  ({ speakers, doubts }: Named) =>
  ({ role, speakerId }: Connection) =>
    role === LISTED_ROLE && doubts.length === 0 && !speakers.some(({ id }) => id === speakerId);

export function addSpeakerNames<Session extends { id: number }>(sessions: Session[]) {
  const { namesOf } = readSpeakers();
  const all = db.select().from(connections).orderBy(asc(connections.id)).all();
  const links = Map.groupBy(all, ({ programSessionId }) => programSessionId);
  return sessions.map((session) => {
    const ofSession = links.get(session.id) ?? [];
    const speakers = namesOf(ofSession.map(({ speakerId }) => speakerId));
    return { ...session, connections: ofSession, speakers };
  });
}

export function createSpeakerNameCompleter() {
  const speakers = readSpeakers();
  return (values: ItemValues, beside: UnstoredCells, current: ItemValues | null) => {
    const named = speakers.in(beside);
    const { unknown, doubts } = named;
    if (named.speakers.length === 0) return { values, unknown, remarks: doubts };
    const links = (current?.connections ?? []) as Connection[];
    const kept = links.filter((link) => !isGone(named)(link)).map(({ speakerId }) => speakerId);
    const ids = new Set([...kept, ...named.speakers.map(({ id }) => id)]);
    return { values: { ...values, speakers: speakers.namesOf(ids) }, unknown, remarks: doubts };
  };
}

/** A single word, or a text with digits, brackets or “and”, may not be a name: an organiser must choose it. */
export const isFullName = (name: string): boolean =>
  /\S\s\S/.test(name) && !/\d/.test(name) && piecesOf(name)[0] === name;

export const isCreated = (name: string, { hasFullNames, names }: NewSpeakers): boolean =>
  names.includes(name) || (hasFullNames && isFullName(name));

export function createSessionConnector(tx: Db, { newSpeakers }: ImportContext) {
  const speakers = readSpeakers();
  return (beside: UnstoredCells, programSessionId: number) => {
    for (const { name, externalId } of speakers.in(beside).unknown)
      if (isCreated(name, newSpeakers)) {
        const values = { ...newSpeakers.values, name, externalId: externalId ?? null };
        speakers.add(EDITABLES.speaker.within.insert(tx, values as never));
      }
    const named = speakers.in(beside);
    if (named.speakers.length === 0) return;
    const ofSession = eq(connections.programSessionId, programSessionId);
    for (const { id } of tx.select().from(connections).where(ofSession).all().filter(isGone(named)))
      tx.delete(connections).where(eq(connections.id, id)).run();
    for (const { id: speakerId } of named.speakers)
      tx.insert(connections).values({ speakerId, programSessionId }).onConflictDoNothing().run();
  };
}
