import { z } from "zod";
import {
  emailAddress,
  mailedLine,
  optionalLine,
  optionalMailedLine,
  optionalText,
  optionalWebAddress,
  optionalWord,
  orEmpty,
  personName,
} from "#app/models/text/text.server.ts";
import { DECISION_PASSES, DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { PRESS_PASS, passOf, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import { isOptional, type Registration, type RegistrationField } from "#app/vocabulary/registration.ts";

const jobTitle = mailedLine(200, "job title").describe("Without web or email addresses.");

const FIXED_TRACKS = REGISTRATION_TYPES.flatMap((type) => {
  const { name, fixed } = passOf(type);
  return fixed.favoredStream ? `for a ${name} it is always \`${fixed.favoredStream}\`` : [];
});
const decisionPassNames = DECISION_PASSES.map((type) => passOf(type).name).join(" or a ");
const decisionPassNote = decisionPassNames && `For a ${decisionPassNames}: `;
const pressPassName = PRESS_PASS && passOf(PRESS_PASS).name;

/**
 * Answers missing in `before` may stay missing, and a pass no longer in the conference file may stay. The
 * documented `status` is accepted and ignored.
 */
export const answersAfter = (before: Partial<Registration> | null) =>
  z
    .object({
      registrationType: z.enum([
        ...new Set([...REGISTRATION_TYPES, ...(before?.registrationType ? [before.registrationType] : [])]),
      ]),
      name: personName(200).describe("Without web or email addresses."),
      email: before?.email === "" ? orEmpty(emailAddress) : emailAddress,
      // Pasted numbers may contain full-width digits or unusual spaces.
      phone: optionalLine(50).transform((phone) => phone?.normalize("NFKC") ?? null),
      jobTitle: before?.jobTitle === "" || isOptional("jobTitle") ? orEmpty(jobTitle) : jobTitle,
      company: optionalMailedLine(200, "company").describe("Without web or email addresses."),
      favoredStream: optionalWord(TRACKS).describe(`${["The preferred track", ...FIXED_TRACKS].join("; ")}.`),
      outlet: optionalMailedLine(200, "media outlet").describe(
        pressPassName
          ? `For a ${pressPassName}: who they write for, by name; \`news.com.au\` is fine, \`https://news.com.au\` is not.`
          : "Kept empty.",
      ),
      workUrl: optionalWebAddress(500).describe(
        `${decisionPassNote}a link to ${DECISION_WORDS.work.toLowerCase()}.`,
      ),
      notes: optionalText(5_000),
      status: z.string().nullish().describe("Accepted but ignored: a new registration is always pending."),
    })
    .transform(({ status: _ignored, ...registration }) => ({
      ...registration,
      ...passOf(registration.registrationType).fixed,
    })) satisfies z.ZodType<Registration>;

export const RegistrationInput = answersAfter(null);
export const WalkInInput = answersAfter({ email: "", jobTitle: "" });

type Known<Field extends RegistrationField> = Field;
/** Causes a compile error if the vocabulary lacks a field. */
export type AcceptedField = Known<keyof z.output<typeof RegistrationInput>>;

export const DecisionNote = optionalLine(300);
