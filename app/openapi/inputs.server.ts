import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { capitalise } from "#app/platform/capitalise.ts";

const EDITABLE_INPUTS = Object.fromEntries(
  Object.entries(EDITABLES).map(([kind, { input }]) => [`${capitalise(kind)}Input`, input]),
) as { [Kind in EditableKind as `${Capitalize<Kind>}Input`]: (typeof EDITABLES)[Kind]["input"] };

/** The schemas that check what comes in, by the names that the document gives them. */
export const INPUTS = { RegistrationInput, ...EDITABLE_INPUTS, ConnectionInput, SpeakerImageInput };
export type InputName = keyof typeof INPUTS;
