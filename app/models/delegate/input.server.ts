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
import { PASSES, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";
import type { Registration, RegistrationField } from "#app/vocabulary/registration.ts";

const jobTitle = mailedLine(200, "job title").describe("Without web or email addresses.");

/** Answers left out at the door (`before`) may stay out. The documented `status` is accepted and ignored. */
export const answersAfter = (before: Pick<Registration, "email" | "jobTitle"> | null) =>
  z
    .object({
      registrationType: z.enum(REGISTRATION_TYPES),
      name: personName(200).describe("Without web or email addresses."),
      email: before?.email === "" ? orEmpty(emailAddress) : emailAddress,
      // Pasted numbers have blanks and digits of other widths.
      phone: optionalLine(50).transform((phone) => phone?.normalize("NFKC") ?? null),
      jobTitle: before?.jobTitle === "" ? orEmpty(jobTitle) : jobTitle,
      favoredStream: optionalWord(TRACKS).describe(
        "The preferred track; for a Media Pass it is always `media`.",
      ),
      outlet: optionalMailedLine(200, "media outlet").describe(
        "For a Media Pass: who they write for, by name; `news.com.au` is fine, `https://news.com.au` is not.",
      ),
      workUrl: optionalWebAddress(500).describe("For a Media Pass: a link to published work."),
      notes: optionalText(5_000),
      status: z.string().nullish().describe("Accepted and ignored: a new registration is pending."),
    })
    .transform(({ status: _ignored, ...registration }) => ({
      ...registration,
      ...PASSES[registration.registrationType].fixed,
    })) satisfies z.ZodType<Registration>;

export const RegistrationInput = answersAfter(null);
export const WalkInInput = answersAfter({ email: "", jobTitle: "" });

type Known<Field extends RegistrationField> = Field;
/** A field that the vocabulary does not know does not compile. */
export type AcceptedField = Known<keyof z.output<typeof RegistrationInput>>;

export const DecisionNote = optionalLine(300);
