// Schemas for the JSON API, used to build /api/openapi.json and, in tests, to check responses.
import { z } from "zod";
import type { toUserJson } from "#app/auth/auth.server.ts";
import { conference } from "#app/conference/conference.ts";
import { MAX_PAGE_LIMIT } from "#app/http/list-streaming.server.ts";
import { RegistrationInput, StatusInput } from "#app/models/delegate/input.server.ts";
import { idSchema, momentInZone, momentSchema, textSchema } from "#app/models/editable/schemas.server.ts";
import { ITEMS_BY_KIND, type ItemKind } from "#app/models/editables.server.ts";
import {
  PROGRAM_SESSIONS,
  SessionAnswer as Session,
} from "#app/models/program-session/program-session.server.ts";
import { SpeakerImageInput } from "#app/models/speaker/input.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { capitalise } from "#app/platform/text.ts";
import { DELEGATE_STATUSES, PLACES } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import {
  type AnswerColumn,
  type Answers,
  type DelegateJson,
  isRequiredAtDoor,
  mapAnswerColumns,
  type OwnAnswers,
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
const { role } = ITEMS_BY_KIND.connection.answer.shape;

const SpeakerInSession = Speaker.extend({ role }).describe(
  "A speaker, with their role in the requested session.",
);

const Named = z.object({ id: textSchema, name: textSchema });
const Conference = z
  .object({
    name: textSchema,
    date: z.iso.date(),
    hours: textSchema.describe("The hours in words."),
    startsAt: momentInZone,
    endsAt: momentInZone,
    timeZone: textSchema.describe("Such as `Europe/Oslo`."),
    city: textSchema,
    venue: z.object({
      name: textSchema,
      street: textSchema,
      postalCode: textSchema.nullable(),
      country: textSchema.nullable().describe("ISO 3166, such as `NO`."),
    }),
    tracks: z.array(Named.extend({ room: textSchema.nullable() })),
    types: z.array(Named.extend({ isBreak: z.boolean() })).describe("Types of sessions."),
    passes: z.array(Named).describe("What `registrationType` can be."),
    url: z.url().describe("The public page."),
    calendarUrl: z.url().describe("The calendar of all sessions (iCalendar)."),
  })
  .describe("The conference: when and where it is, and what its ids mean.");

const ANSWER_KINDS = {
  pass: z.enum([...REGISTRATION_TYPES, SPEAKER_PASS]),
  track: z.enum(TRACKS),
};
const KINDS: Record<string, z.ZodType | undefined> = ANSWER_KINDS;
const answers = mapAnswerColumns((field) => {
  const given = KINDS[field.kind] ?? textSchema;
  const schema = isRequiredAtDoor(field) ? given : given.nullable();
  return field.answerNote ? schema.describe(field.answerNote) : schema;
}) as { [Name in AnswerColumn]: z.ZodType<Answers[Name]> };

/** In the document only of a conference with questions of its own. */
const ifAsked = <T>(answers: z.ZodType<T>) =>
  (conference.questions.length > 0 ? { answers } : {}) as { answers: z.ZodType<T | undefined> };
const ownAnswers: z.ZodType<OwnAnswers> = z
  .record(textSchema, textSchema)
  .describe("The answers to your own questions, by id.");

const Delegate = z
  .object({
    id: idSchema,
    ...answers,
    ...ifAsked(ownAnswers),
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

const ISSUED = textSchema.describe("Taken from the issued URL.");
const ERROR = { error: `Expected a whole number from 1 to ${MAX_PAGE_LIMIT}` };
const LIMIT = z.coerce.number(ERROR).int(ERROR).min(1, ERROR).max(MAX_PAGE_LIMIT, ERROR);
const AFTER = textSchema.regex(/^[0-9]{1,15}-[1-9][0-9]{0,14}$/, "Expected a value from a Link header");
const SINCE = z.iso.datetime({ offset: true, error: "Expected a time such as 2025-09-11T08:30:00+10:00" });
const INCLUDED = z.enum(["speakers"], { error: "Use speakers, the only value." });

/** Query parameters by call. */
export const QUERIES = {
  listProgram: z.object({ include: INCLUDED.optional().describe("Also returns each session’s speakers.") }),
  listDelegates: z.object({
    limit: LIMIT.optional().describe("The maximum number of delegates. If omitted, all are returned."),
    after: AFTER.optional().describe("The start of the page, taken from the last `Link` header."),
    status: z.enum(DELEGATE_STATUSES).optional(),
    pass: ANSWER_KINDS.pass.optional(),
    updatedSince: SINCE.optional().describe("Only those changed since then. Deleted ones are not listed."),
  }),
  uploadImage: z.object({ expires: ISSUED, signature: ISSUED }),
};
export const queryOf = (callId: string): z.ZodObject =>
  (QUERIES as Record<string, z.ZodObject | undefined>)[callId] ?? z.object();

const choiceCounts = z
  .record(textSchema, z.record(textSchema, z.int()))
  .describe("How many chose each answer, by question. Without sensitive questions.");
const Count = z
  .object({
    registrationType: answers.registrationType,
    status: z.enum(DELEGATE_STATUSES),
    count: z.int(),
    ...ifAsked(choiceCounts),
  })
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
  Conference,
  User,
  ...ITEM_ANSWERS,
  SpeakerInSession,
  ProgramSession: Session.extend({
    speakers: z.array(SpeakerInSession).optional().describe("With `?include=speakers`."),
  }).describe("A session in the program, with its speakers if they are included."),
  Session,
  FullSpeaker: SPEAKERS.full,
  FullSession: Session.extend(PROGRAM_SESSIONS.full.shape).describe(
    "A session, with what only organisers read.",
  ),
  SessionOfSpeaker: Session.extend({ role }).describe("A session, with the role of the requested speaker."),
  Delegate,
  Count,
  UploadUrl: z
    .object({ uploadURL: z.url().describe("Valid for 15 minutes and for one image.") })
    .describe("An upload URL for an image."),
  UploadedImage: z.object({ objectPath }).describe("A stored image."),
  Calendar: textSchema.describe("A file in the format iCalendar (RFC 5545), with times in UTC."),
  Problem,
};
export type ResponseName = keyof typeof RESPONSE_SCHEMAS;

const ITEM_INPUTS = Object.fromEntries(
  Object.entries(ITEMS_BY_KIND).map(([kind, { input }]) => [`${capitalise(kind)}Input`, input]),
) as { [Kind in ItemKind as `${Capitalize<Kind>}Input`]: (typeof ITEMS_BY_KIND)[Kind]["input"] };

export const INPUT_SCHEMAS = { RegistrationInput, ...ITEM_INPUTS, StatusInput, SpeakerImageInput };
export type InputName = keyof typeof INPUT_SCHEMAS;
