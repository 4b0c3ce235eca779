import { z } from "zod";
import { conference } from "#app/conference/conference.ts";
import {
  emailAddress,
  linkFreeLine,
  optionalHttpUrl,
  optionalLine,
  optionalLinkFreeLine,
  optionalText,
  optionalWord,
  orEmptyString,
  personName,
} from "#app/models/text/text.server.ts";
import { unknownText } from "#app/platform/text.ts";
import { DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { findPass, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import {
  type AnswerColumn,
  DELEGATE_FIELDS,
  type DelegateField,
  isAsked,
  isRequiredAtDoor,
  mapAnswerColumns,
  mayBeBlank,
  questionField,
  type Registration,
  toOwnAnswers,
} from "#app/vocabulary/registration.ts";

/** A field without a `stored` answer may stay blank. A stored pass may be missing from the file. */
function createAnswerSchema(field: DelegateField, mayBeBlank: boolean, stored?: string | null): z.ZodType {
  const { kind } = field;
  if (kind === "pass") return z.enum([...new Set([...REGISTRATION_TYPES, ...(stored ? [stored] : [])])]);
  if (kind === "track") return optionalWord(TRACKS);
  if (kind === "choice" || kind === "tick")
    return optionalWord([...field.choices, ...(stored ? [stored] : [])], kind === "tick" ? "no" : undefined);
  // Pasted phone numbers may contain full-width digits or unusual spaces.
  if (kind === "phone")
    return optionalLine(field.limit).transform((phone) => phone?.normalize("NFKC") ?? null);
  if (kind === "url") return optionalHttpUrl(field.limit);
  if (kind === "text") return optionalText(field.limit);
  const orBlank = (schema: z.ZodType<string>) => (mayBeBlank ? orEmptyString(schema) : schema);
  if (kind === "email") return orBlank(emailAddress);
  if (kind === "name") return orBlank(personName(field.limit).describe(WITHOUT_LINKS));
  const what = field.label.toLowerCase();
  return field.isOptional
    ? optionalLinkFreeLine(field.limit, what).describe(WITHOUT_LINKS)
    : orBlank(linkFreeLine(field.limit, what).describe(WITHOUT_LINKS));
}

const WITHOUT_LINKS = "Must not contain web or email addresses.";

function createQuestionsSchema(before: Partial<Registration> | null) {
  const schemas = conference.questions.map(({ id, label }) => {
    const field = DELEGATE_FIELDS[questionField(id)];
    const { kind } = field;
    const stored = before?.answers?.[id];
    const schema = kind === "line" ? optionalLine(field.limit) : createAnswerSchema(field, true, stored);
    return [id, schema.describe(label)];
  });
  const known = conference.questions.map(({ id }) => id);
  return z
    .strictObject(Object.fromEntries(schemas), {
      error: (issue) =>
        issue.code === "unrecognized_keys" ? unknownText(issue.keys[0] ?? "", known) : undefined,
    })
    .nullish() as z.ZodType<Record<string, string> | undefined>;
}

/**
 * Allows answers to stay missing if `before` lacks them, and keeps a pass that is no longer in the
 * conference file. Accepts `status`, which the specification documents, but ignores it.
 */
export const createAnswersSchema = (before: Partial<Registration> | null) =>
  z
    .object({
      ...(mapAnswerColumns((field, name) => {
        const stored = before?.[name];
        const schema = createAnswerSchema(field, stored === "" || mayBeBlank(field), stored);
        return field.inputNote ? schema.describe(field.inputNote) : schema;
      }) as { [Name in AnswerColumn]: z.ZodType<Registration[Name]> }),
      ...((conference.questions.length > 0 ? { answers: createQuestionsSchema(before) } : {}) as {
        answers: ReturnType<typeof createQuestionsSchema>;
      }),
      status: z.string().nullish().describe("Accepted but ignored: a new registration is always pending."),
    })
    .superRefine(
      ({ registrationType, answers }, { addIssue }) => {
        const asked = conference.questions.filter((question) => isAsked(question, registrationType));
        for (const { id, isRequired } of asked)
          if (isRequired && !answers?.[id] && (before === null || before.answers?.[id]))
            addIssue({ code: "custom", message: "Required", path: ["answers", id] });
      },
      // Reports missing answers together with all other problems.
      { when: ({ value }) => typeof value === "object" && value !== null },
    )
    .transform(({ status: _ignored, answers, ...registration }) => ({
      ...registration,
      answers: toOwnAnswers(registration.registrationType, answers, before?.answers),
      ...findPass(registration.registrationType).fixed,
    })) satisfies z.ZodType<Registration>;

export const RegistrationInput = createAnswersSchema(null);
/** Requires only a name and pass, such as the pass that a transfer carries over. */
export const createDoorSchema = (registrationType?: string) =>
  createAnswersSchema({
    ...mapAnswerColumns((field) => (isRequiredAtDoor(field) ? undefined : "")),
    registrationType,
  });
export const WalkInInput = createDoorSchema();

export const DecisionNote = optionalLine(300);

export const StatusInput = z.object({
  status: z.enum(DELEGATE_STATUSES),
  note: DecisionNote.describe("Appears in the email about the decision."),
});
