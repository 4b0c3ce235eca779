import { z } from "zod";
import { line, optionalText, optionalWord } from "#app/models/text/text.server.ts";
import { SESSION_TYPES, TRACKS } from "#app/vocabulary/program.ts";

/** What the API's document says of a type. */
export const ANY_TYPE = `${SESSION_TYPES.map((type) => `\`${type}\``).join(", ")}, or any other word.`;

/**
 * What an organiser sends to create or replace a session, by form or as JSON (specification, 5 and 7).
 * The track 'none', a blank and null all mean no track.
 */
export const ProgramSessionInput = z.object({
  title: line(200),
  time: line(50).describe("As people write it, such as `9:00 AM` or `1:15 - 2:15 PM`."),
  description: optionalText(10_000),
  type: line(50).describe(ANY_TYPE),
  track: optionalWord(TRACKS, "none").describe("`none`, a blank and null: for everyone."),
});
export type ProgramSessionValues = z.output<typeof ProgramSessionInput>;
