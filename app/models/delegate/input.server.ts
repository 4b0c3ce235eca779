import { z } from "zod";
import {
  emailAddress,
  linkFreeLine,
  optionalLine,
  optionalLinkFreeLine,
  optionalText,
  optionalWebAddress,
  optionalWord,
  orEmptyString,
  personName,
} from "#app/models/text/text.server.ts";
import { DECISION_PASSES, DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { findPass, PRESS_PASS, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import { isFieldOptional, type Registration, type RegistrationField } from "#app/vocabulary/registration.ts";

const jobTitle = linkFreeLine(200, "job title").describe("Must not contain web or email addresses.");

const FIXED_TRACKS = REGISTRATION_TYPES.flatMap((type) => {
  const { name, fixed } = findPass(type);
  return fixed.favoredStream ? `For a ${name}, it is always \`${fixed.favoredStream}\`` : [];
});
const decisionPassNames = DECISION_PASSES.map((type) => findPass(type).name).join(" or a ");
const decisionPassNote = decisionPassNames && `For a ${decisionPassNames}: `;
const pressPassName = PRESS_PASS && findPass(PRESS_PASS).name;

/**
 * Allows answers to stay missing if `before` lacks them, and keeps a pass that is no longer in the
 * conference file. Accepts `status`, which the specification documents, but ignores it.
 */
export const createAnswersSchema = (before: Partial<Registration> | null) =>
  z
    .object({
      registrationType: z.enum([
        ...new Set([...REGISTRATION_TYPES, ...(before?.registrationType ? [before.registrationType] : [])]),
      ]),
      name: personName(200).describe("Must not contain web or email addresses."),
      email: before?.email === "" ? orEmptyString(emailAddress) : emailAddress,
      // Pasted phone numbers may contain full-width digits or unusual spaces.
      phone: optionalLine(50).transform((phone) => phone?.normalize("NFKC") ?? null),
      jobTitle: before?.jobTitle === "" || isFieldOptional("jobTitle") ? orEmptyString(jobTitle) : jobTitle,
      company: optionalLinkFreeLine(200, "company").describe("Must not contain web or email addresses."),
      favoredStream: optionalWord(TRACKS).describe(`${["The preferred track", ...FIXED_TRACKS].join(". ")}.`),
      outlet: optionalLinkFreeLine(200, "media outlet").describe(
        pressPassName
          ? `For a ${pressPassName}: the name of the outlet. \`news.com.au\` is accepted, but \`https://news.com.au\` is not.`
          : "Always empty.",
      ),
      workUrl: optionalWebAddress(500).describe(
        `${decisionPassNote}a link to ${DECISION_WORDS.work.toLowerCase()}.`,
      ),
      notes: optionalText(5_000),
      status: z.string().nullish().describe("Accepted but ignored: a new registration is always pending."),
    })
    .transform(({ status: _ignored, ...registration }) => ({
      ...registration,
      ...findPass(registration.registrationType).fixed,
    })) satisfies z.ZodType<Registration>;

export const RegistrationInput = createAnswersSchema(null);
export const WalkInInput = createAnswersSchema({ email: "", jobTitle: "" });

type Known<Field extends RegistrationField> = Field;
/** Causes a compile error if `Registration` lacks a field. */
export type AcceptedField = Known<keyof z.output<typeof RegistrationInput>>;

export const DecisionNote = optionalLine(300);
