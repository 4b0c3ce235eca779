import { z } from "zod";
import { line, optionalText } from "#app/models/text.server.ts";
import { TRACKS } from "#app/models/track.ts";

/**
 * What an organiser sends to create or replace a session, by form or as JSON (specification, 5 and 7).
 * The track 'none', a blank and null all mean no track.
 */
export const ProgramSessionInput = z.object({
  title: line(200),
  time: line(50),
  description: optionalText(10_000),
  type: line(50),
  track: z
    .string()
    .nullish()
    .transform((track) => (track && track !== "none" ? track : null))
    .pipe(z.enum(TRACKS).nullable()),
});
export type ProgramSessionValues = z.output<typeof ProgramSessionInput>;
