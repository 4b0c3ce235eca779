// Schemas of the JSON calls: the source of /api/openapi.json. Tests check responses against them.
import { z } from "zod";
import type { toUserJson } from "#app/auth/auth.server.ts";
import type { toConnectionJson } from "#app/models/connection/connection.server.ts";
import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { id, moment, text } from "#app/models/editable/schemas.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { capitalise } from "#app/platform/text.ts";
import { DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { CONNECTION_ROLES, TRACKS } from "#app/vocabulary/program.ts";
import type { DelegateJson } from "#app/vocabulary/registration.ts";

const track = z.enum(TRACKS);
const role = z.enum(CONNECTION_ROLES).describe("The speaker’s role in this session.");
const objectPath = text.describe(
  "The address of the image, with a path that begins with `/objects/uploads/`.",
);

const User = z
  .object({
    id: text,
    email: text,
    firstName: text.nullable(),
    lastName: text.nullable(),
    profileImageUrl: text.nullable(),
  })
  .describe("An organiser.") satisfies z.ZodType<ReturnType<typeof toUserJson>>;

const { answer: Speaker } = EDITABLES.speaker;
const { answer: Session } = EDITABLES.session;

const Connection = z
  .object({
    id,
    speakerId: id,
    sessionId: id,
    role,
    createdAt: moment,
    speaker: Speaker,
    session: Session,
  })
  .describe("A speaker’s part in a session.") satisfies z.ZodType<ReturnType<typeof toConnectionJson>>;

const Delegate = z
  .object({
    id,
    registrationType: z.enum([...REGISTRATION_TYPES, SPEAKER_PASS]),
    name: text,
    email: text.nullable().describe("Null for a delegate added at the door without one."),
    phone: text.nullable(),
    jobTitle: text.nullable(),
    favoredStream: track.nullable().describe("The preferred track."),
    company: text.nullable(),
    outlet: text.nullable().describe("The outlet they write for."),
    workUrl: text.nullable().describe(`A link to ${DECISION_WORDS.work.toLowerCase()}.`),
    notes: text.nullable(),
    status: z.enum(DELEGATE_STATUSES),
    reference: text.describe("The number that the delegate quotes to the organisers."),
    checkedInAt: moment.nullable().describe("When they were checked in at the door."),
    createdAt: moment,
    updatedAt: moment,
  })
  .describe("A registered delegate.") satisfies z.ZodType<DelegateJson>;

const Problem = z
  .object({
    message: text.describe("One sentence to show to users."),
    errors: z
      .record(text, z.array(text))
      .optional()
      .describe("With 422: the problems by field. An empty name means the body as a whole."),
  })
  .describe("The body of every error.");

const EDITABLE_ANSWERS = Object.fromEntries(
  Object.entries(EDITABLES).map(([kind, { answer }]) => [capitalise(kind), answer]),
) as { [Kind in EditableKind as Capitalize<Kind>]: (typeof EDITABLES)[Kind]["answer"] };

export const ANSWERS = {
  User,
  ...EDITABLE_ANSWERS,
  SpeakerInSession: Speaker.extend({ role }).describe("A speaker, with their role in the requested session."),
  SessionOfSpeaker: Session.extend({ role }).describe("A session, with the role of the requested speaker."),
  Connection,
  Delegate,
  UploadAddress: z
    .object({ uploadURL: z.url().describe("Valid for 15 minutes and for one image.") })
    .describe("An upload address for an image."),
  UploadedImage: z.object({ objectPath }).describe("A stored image."),
  Problem,
};
export type AnswerName = keyof typeof ANSWERS;

const EDITABLE_INPUTS = Object.fromEntries(
  Object.entries(EDITABLES).map(([kind, { input }]) => [`${capitalise(kind)}Input`, input]),
) as { [Kind in EditableKind as `${Capitalize<Kind>}Input`]: (typeof EDITABLES)[Kind]["input"] };

export const INPUTS = { RegistrationInput, ...EDITABLE_INPUTS, ConnectionInput, SpeakerImageInput };
export type InputName = keyof typeof INPUTS;
