import { z } from "zod";
import { imagePath, line, optionalText } from "#app/models/text.server.ts";
import { TRACKS } from "#app/models/track.ts";

/** What an organiser sends to create or replace a speaker, by form or as JSON (specification, 5 and 7). */
export const SpeakerInput = z.object({
  name: line(200),
  title: line(200),
  company: line(200),
  bio: optionalText(5_000),
  imageUrl: imagePath,
  category: z.enum(TRACKS),
  featured: z
    .boolean()
    .nullish()
    .transform((featured) => featured ?? false),
});
export type SpeakerValues = z.output<typeof SpeakerInput>;
