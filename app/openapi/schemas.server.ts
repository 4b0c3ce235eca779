// Schemas for the JSON API, used to build /api/openapi.json and, in tests, to check responses.
import { z } from "zod";
import type { toUserJson } from "#app/auth/auth.server.ts";
import type { toConnectionJson } from "#app/models/connection/connection.server.ts";
import { ConnectionInput } from "#app/models/connection/input.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { idSchema, momentSchema, textSchema } from "#app/models/editable/schemas.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { capitalise } from "#app/platform/text.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { CONNECTION_ROLES, TRACKS } from "#app/vocabulary/program.ts";
import {
  type Answers,
  type DelegateJson,
  isRequiredAtDoor,
  mapDelegateFields,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

const role = z.enum(CONNECTION_ROLES).describe("The speaker’s role in this session.");
const objectPath = textSchema.describe(
  "The address of the image, with a path that begins with `/objects/uploads/`.",
);

const User = z
  .object({
    id: textSchema,
    email: textSchema,
    firstName: textSchema.nullable(),
    lastName: textSchema.nullable(),
    profileImageUrl: textSchema.nullable(),
  })
  .describe("An organiser.") satisfies z.ZodType<ReturnType<typeof toUserJson>>;

const { answer: Speaker } = EDITABLES.speaker;
const { answer: Session } = EDITABLES.session;

const Connection = z
  .object({
    id: idSchema,
    speakerId: idSchema,
    sessionId: idSchema,
    role,
    createdAt: momentSchema,
    speaker: Speaker,
    session: Session,
  })
  .describe("A speaker’s part in a session.") satisfies z.ZodType<ReturnType<typeof toConnectionJson>>;

const ANSWER_KINDS = {
  pass: z.enum([...REGISTRATION_TYPES, SPEAKER_PASS]),
  track: z.enum(TRACKS),
} as Record<string, z.ZodType | undefined>;
const answers = mapDelegateFields((field) => {
  const given = ANSWER_KINDS[field.kind] ?? textSchema;
  const schema = isRequiredAtDoor(field) ? given : given.nullable();
  return field.answerNote ? schema.describe(field.answerNote) : schema;
}) as { [Name in RegistrationField]: z.ZodType<Answers[Name]> };

const Delegate = z
  .object({
    id: idSchema,
    ...answers,
    status: z.enum(DELEGATE_STATUSES),
    reference: textSchema.describe("The code that the delegate quotes to the organisers."),
    checkedInAt: momentSchema.nullable().describe("When the delegate was checked in at the door."),
    createdAt: momentSchema,
    updatedAt: momentSchema,
  })
  .describe("A registered delegate.") satisfies z.ZodType<DelegateJson>;

const Problem = z
  .object({
    message: textSchema.describe("The text to show to users."),
    errors: z
      .record(textSchema, z.array(textSchema))
      .optional()
      .describe("In a 422 response: the problems by field. An empty field name refers to the whole body."),
  })
  .describe("The body of every error response.");

const EDITABLE_ANSWERS = Object.fromEntries(
  Object.entries(EDITABLES).map(([kind, { answer }]) => [capitalise(kind), answer]),
) as { [Kind in EditableKind as Capitalize<Kind>]: (typeof EDITABLES)[Kind]["answer"] };

export const RESPONSE_SCHEMAS = {
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
export type ResponseName = keyof typeof RESPONSE_SCHEMAS;

const EDITABLE_INPUTS = Object.fromEntries(
  Object.entries(EDITABLES).map(([kind, { input }]) => [`${capitalise(kind)}Input`, input]),
) as { [Kind in EditableKind as `${Capitalize<Kind>}Input`]: (typeof EDITABLES)[Kind]["input"] };

export const INPUT_SCHEMAS = { RegistrationInput, ...EDITABLE_INPUTS, ConnectionInput, SpeakerImageInput };
export type InputName = keyof typeof INPUT_SCHEMAS;
