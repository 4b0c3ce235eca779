import { z } from "zod";
import { IMAGE_PATH } from "#app/models/image.ts";
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

/** The address or the path of an uploaded image, made the path (specification, 7). */
export const SpeakerImageInput = z.object({
  imageURL: line(2_000).transform((value, context) => {
    const path = URL.canParse(value, "http://site") ? new URL(value, "http://site").pathname : "";
    if (path.startsWith(IMAGE_PATH) && /^[0-9a-f-]{36}$/.test(path.slice(IMAGE_PATH.length))) return path;
    context.addIssue({ code: "custom", message: "Use an image that was uploaded here" });
    return z.NEVER;
  }),
});
