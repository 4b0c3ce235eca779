// Every kind of things that come in as lists, by their nouns.
import { EDITABLES } from "#app/models/editable/editables.server.ts";
import { PROGRAM_COLUMNS, SPEAKER_COLUMNS } from "#app/models/import/columns.server.ts";
import { DELEGATE_LIST } from "#app/models/import/delegate-list.server.ts";
import { listOf } from "#app/models/import/editable-list.server.ts";
import type { Values } from "#app/models/import/importable.server.ts";
import { timeRemark } from "#app/models/program-session/time-slot.ts";
import { knownSessionType } from "#app/vocabulary/session-type.ts";

export const IMPORTABLES = {
  speaker: listOf(EDITABLES.speaker, SPEAKER_COLUMNS),
  session: {
    ...listOf(EDITABLES.session, PROGRAM_COLUMNS),
    about: ({ type, time }: Values) => remarks(newType(type), timeRemark(String(time))),
    remarkOn: ({ type, time }: Record<string, [unknown, unknown]>) =>
      remarks(newType(type?.[1]), time ? timeRemark(String(time[1])) : null),
  },
  delegate: DELEGATE_LIST,
};
const remarks = (...said: (string | null)[]) => said.filter(Boolean).join(". ") || null;

/** A type that is neither known nor in the program may be meant so, or be a slip. */
function newType(type: unknown): string | null {
  if (typeof type !== "string" || knownSessionType(type) !== "other") return null;
  const isThere = EDITABLES.session.within.list().some((session) => session.type === type);
  return isThere ? null : `New type “${type}”`;
}

export type ImportKind = keyof typeof IMPORTABLES;
