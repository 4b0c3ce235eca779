// Schemas for the JSON API, used to build /api/openapi.json and, in tests, to check responses.
import { z } from "zod";
import type { toUserJson } from "#app/auth/auth.server.ts";
import { RegistrationInput } from "#app/models/delegate/input.server.ts";
import { idSchema, momentSchema, textSchema } from "#app/models/editable/schemas.server.ts";
import { ITEMS_BY_KIND, type ItemKind } from "#app/models/editables.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { capitalise } from "#app/platform/text.ts";
import { DELEGATE_STATUSES, PLACES } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import {
  type Answers,
  type DelegateJson,
  isRequiredAtDoor,
  mapDelegateFields,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

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

const { answer: Speaker } = ITEMS_BY_KIND.speaker;
const { answer: Session } = ITEMS_BY_KIND.session;
const { role } = ITEMS_BY_KIND.connection.answer.shape;

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
    place: z
      .enum(PLACES)
      .nullable()
      .describe(
        "`waiting`: on the waiting list. `offered`: may take a place until a set time, and `ended`: did not. Null: declined or cancelled.",
      ),
    reference: textSchema.describe("The code that the delegate quotes to the organisers."),
    checkedInAt: momentSchema.nullable().describe("When the delegate was checked in at the door."),
    paidAt: momentSchema.nullable().describe("When the delegate was marked as paid."),
    createdAt: momentSchema,
    updatedAt: momentSchema,
  })
  .describe("A registered delegate.") satisfies z.ZodType<DelegateJson>;

const Count = z
  .object({ registrationType: answers.registrationType, status: z.enum(DELEGATE_STATUSES), count: z.int() })
  .describe("The number of delegates with this pass and status.");

const Problem = z
  .object({
    message: textSchema.describe("The text to show to users."),
    errors: z
      .record(textSchema, z.array(textSchema))
      .optional()
      .describe("In a 422 response: the problems by field. An empty field name refers to the whole body."),
  })
  .describe("The body of every error response.");

const ITEM_ANSWERS = Object.fromEntries(
  Object.entries(ITEMS_BY_KIND).map(([kind, { answer }]) => [capitalise(kind), answer]),
) as { [Kind in ItemKind as Capitalize<Kind>]: (typeof ITEMS_BY_KIND)[Kind]["answer"] };

export const RESPONSE_SCHEMAS = {
  User,
  ...ITEM_ANSWERS,
  SpeakerInSession: Speaker.extend({ role }).describe("A speaker, with their role in the requested session."),
  SessionOfSpeaker: Session.extend({ role }).describe("A session, with the role of the requested speaker."),
  Delegate,
  Count,
  UploadUrl: z
    .object({ uploadURL: z.url().describe("Valid for 15 minutes and for one image.") })
    .describe("An upload URL for an image."),
  UploadedImage: z.object({ objectPath }).describe("A stored image."),
  Problem,
};
export type ResponseName = keyof typeof RESPONSE_SCHEMAS;

const ITEM_INPUTS = Object.fromEntries(
  Object.entries(ITEMS_BY_KIND).map(([kind, { input }]) => [`${capitalise(kind)}Input`, input]),
) as { [Kind in ItemKind as `${Capitalize<Kind>}Input`]: (typeof ITEMS_BY_KIND)[Kind]["input"] };

export const INPUT_SCHEMAS = { RegistrationInput, ...ITEM_INPUTS, SpeakerImageInput };
export type InputName = keyof typeof INPUT_SCHEMAS;
