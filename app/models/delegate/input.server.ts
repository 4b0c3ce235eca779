import { z } from "zod";
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
import { findPass, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import {
  type DelegateField,
  isRequiredAtDoor,
  mapDelegateFields,
  mayBeBlank,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

/** A field without a `stored` answer may stay blank. A stored pass may be missing from the file. */
function createAnswerSchema(field: DelegateField, mayBeBlank: boolean, stored?: string | null): z.ZodType {
  const { kind } = field;
  if (kind === "pass") return z.enum([...new Set([...REGISTRATION_TYPES, ...(stored ? [stored] : [])])]);
  if (kind === "track") return optionalWord(TRACKS);
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

/**
 * Allows answers to stay missing if `before` lacks them, and keeps a pass that is no longer in the
 * conference file. Accepts `status`, which the specification documents, but ignores it.
 */
export const createAnswersSchema = (before: Partial<Registration> | null) =>
  z
    .object({
      ...(mapDelegateFields((field, name) => {
        const stored = before?.[name];
        const schema = createAnswerSchema(field, stored === "" || mayBeBlank(field), stored);
        return field.inputNote ? schema.describe(field.inputNote) : schema;
      }) as { [Name in RegistrationField]: z.ZodType<Registration[Name]> }),
      status: z.string().nullish().describe("Accepted but ignored: a new registration is always pending."),
    })
    .transform(({ status: _ignored, ...registration }) => ({
      ...registration,
      ...findPass(registration.registrationType).fixed,
    })) satisfies z.ZodType<Registration>;

export const RegistrationInput = createAnswersSchema(null);
/** Requires only a name and pass, such as the pass that a transfer carries over. */
export const createDoorSchema = (registrationType?: string) =>
  createAnswersSchema({
    ...mapDelegateFields((field) => (isRequiredAtDoor(field) ? undefined : "")),
    registrationType,
  });
export const WalkInInput = createDoorSchema();

export const DecisionNote = optionalLine(300);
