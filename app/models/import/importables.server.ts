// Every kind of things that come in as lists, by their nouns.
import { EDITABLES } from "#app/models/editable/editables.server.ts";
import { PROGRAM_COLUMNS, SPEAKER_COLUMNS } from "#app/models/import/columns.server.ts";
import { DELEGATE_LIST } from "#app/models/import/delegate-list.server.ts";
import { listOf } from "#app/models/import/editable-list.server.ts";

export const IMPORTABLES = {
  speaker: listOf(EDITABLES.speaker, SPEAKER_COLUMNS),
  session: listOf(EDITABLES.session, PROGRAM_COLUMNS),
  delegate: DELEGATE_LIST,
};
export type ImportKind = keyof typeof IMPORTABLES;
