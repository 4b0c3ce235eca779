import { z } from "zod";
import { createInputSchema } from "#app/models/editable/schemas.server.ts";
import { getImage } from "#app/models/image/image.server.ts";
import { IMAGE_PATH } from "#app/models/image/image.ts";
import { ImageStoreError } from "#app/models/image/s3-store.server.ts";
import { SPEAKER_FIELDS } from "#app/models/speaker/fields.ts";
import { optionalLine, requiredLine } from "#app/models/text/text.server.ts";
import { SAMPLE_SPEAKERS, samplePhoto } from "#app/sample/sample-program.ts";

const UPLOADED = new RegExp(`^${IMAGE_PATH}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);
const SAMPLE_PHOTOS: ReadonlySet<string | null> = new Set(SAMPLE_SPEAKERS.map(samplePhoto));
const NOT_UPLOADED = "Use an image uploaded to this site";

/** Returns an error message for users, or null if the image exists. */
async function problemOf(path: string, notThere: string): Promise<string | null> {
  try {
    return (await getImage(path.slice(IMAGE_PATH.length))) === null ? notThere : null;
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    return "Images cannot be reached at the moment. Save again in a minute.";
  }
}

/** Returns the path from a full `uploadURL` or a path, or '' for other values. */
const pathOf = (value: string) =>
  URL.canParse(value, "http://site") ? new URL(value, "http://site").pathname : "";

const imagePath = optionalLine(500)
  // Accepts a full URL only for an upload. A photo's path may also exist on another site.
  .transform((value) => (value?.startsWith("/") ? value : value && (UPLOADED.exec(pathOf(value))?.[0] ?? "")))
  .refine((path) => path === null || UPLOADED.test(path) || SAMPLE_PHOTOS.has(path), {
    error: NOT_UPLOADED,
    abort: true,
  })
  .superRefine(async (path, context) => {
    if (path === null || SAMPLE_PHOTOS.has(path)) return;
    const problem = await problemOf(path, "This image no longer exists. Choose it again.");
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

export const isSpeakerImage = async (path: string) => (await imagePath.safeParseAsync(path)).success;

export const SpeakerInput = createInputSchema(SPEAKER_FIELDS, { imageUrl: imagePath });

export const SpeakerImageInput = z.object({
  imageURL: requiredLine(2_000)
    .describe("The `uploadURL` of the uploaded image, or its path.")
    .transform(pathOf)
    .refine((path) => UPLOADED.test(path), { error: NOT_UPLOADED, abort: true })
    .superRefine(async (path, context) => {
      const problem = await problemOf(path, "Nothing has been uploaded to this address yet.");
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
});
