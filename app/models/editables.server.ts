import { CONNECTIONS } from "#app/models/connection/connection.server.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

export const EDITABLES = byNoun({ speaker: SPEAKERS, session: PROGRAM_SESSIONS });
export type EditableKind = keyof typeof EDITABLES;
export const EDITABLE_KINDS = Object.keys(EDITABLES) as EditableKind[];

export const ITEMS_BY_KIND = byNoun({ ...EDITABLES, connection: CONNECTIONS });
export type ItemKind = keyof typeof ITEMS_BY_KIND;

function byNoun<const Kinds extends { [Noun in keyof Kinds]: { words: { noun: Noun } } }>(
  kinds: Kinds,
): Kinds {
  return kinds;
}
