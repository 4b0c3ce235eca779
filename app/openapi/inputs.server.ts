import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { ProgramSessionInput } from "#app/models/program-session/input.server.ts";
import { SpeakerImageInput, SpeakerInput } from "#app/models/speaker/input.server.ts";

/** The schemas that check what comes in, by the names that the document gives them. */
export const INPUTS = {
  RegistrationInput,
  SpeakerInput,
  SessionInput: ProgramSessionInput,
  ConnectionInput,
  SpeakerImageInput,
};
export type InputName = keyof typeof INPUTS;
