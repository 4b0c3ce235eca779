// Uploaded images: decided by their bytes, re-encoded, never without anybody who shows them for long.
import { randomUUID } from "node:crypto";
import { like } from "drizzle-orm";
import sharp from "sharp";
import { batch, db } from "#app/db/connection.server.ts";
import { speakers } from "#app/db/schema.server.ts";
import { IMAGE_LIMIT_BYTES, IMAGE_PATH, SMALL_SUFFIX } from "#app/models/image.ts";
import { putFile, removeFilesOlderThan } from "#app/models/image-files.server.ts";
import { isFirstUse } from "#app/models/used-form.server.ts";

export { getFile as getImage } from "#app/models/image-files.server.ts";

/** About 24 megapixels: what a phone takes, and no more than memory takes. */
const PIXEL_LIMIT = 24_000_000;
const SIZES = { "": 1200, [SMALL_SUFFIX]: 600 };
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

// Only what is decided on below is ever decoded; libvips would read SVG, PDF and more.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.cache(false);

type Stored = { ok: true; path: string } | { ok: false; message: string };

/**
 * Stores an image under a new id, in two sizes of WebP without any metadata; answers the path it is
 * served from, or a sentence that says why not. Nothing of it is there until all of it is.
 */
export async function storeImage(bytes: Uint8Array, id: string = randomUUID()): Promise<Stored> {
  const problem = refusalOf(bytes);
  if (problem) return { ok: false, message: problem };
  let encoded: [suffix: string, webp: Buffer][];
  try {
    encoded = [];
    for (const [suffix, width] of Object.entries(SIZES)) encoded.push([suffix, await encode(bytes, width)]);
  } catch {
    return {
      ok: false,
      message: "This image cannot be read. It may be damaged, or larger than 24 megapixels.",
    };
  }
  if (!(await batch((tx) => isFirstUse(tx, id)))) {
    return { ok: false, message: "This upload address has been used. Choose the image again." };
  }
  // The small one first: the address of the large one is what makes the image exist.
  for (const [suffix, webp] of encoded.toReversed()) await putFile(`${id}${suffix}`, webp);
  return { ok: true, path: IMAGE_PATH + id };
}

/** The type by the first bytes, never by what the client calls it. */
function refusalOf(bytes: Uint8Array): string | null {
  if (bytes.byteLength === 0) return "The file is empty. Choose another one.";
  if (bytes.byteLength > IMAGE_LIMIT_BYTES) return "The image is larger than 10 MB. Choose a smaller one.";
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(head)) {
    return "Photos in HEIC format cannot be used. On the phone, share or export the photo as JPEG first.";
  }
  const isKnown =
    head.startsWith("\xff\xd8\xff") || head.startsWith("\x89PNG\r\n\x1a\n") || /^RIFF....WEBP/s.test(head);
  return isKnown ? null : "Choose an image in JPEG, PNG or WebP format.";
}

/** Upright, at most so wide and high, WebP. */
const encode = (bytes: Uint8Array, size: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: PIXEL_LIMIT, failOn: "error" })
    .rotate()
    .resize(size, size, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();

/** Removes the images that no speaker has shown for a day, and what is left of broken ones. Answers how many files. */
export async function sweepImages(now = Date.now()): Promise<number> {
  const used = db
    .select({ url: speakers.imageUrl })
    .from(speakers)
    .where(like(speakers.imageUrl, `${IMAGE_PATH}%`))
    .all();
  const keys = used.flatMap(({ url }) =>
    Object.keys(SIZES).map((suffix) => url?.slice(IMAGE_PATH.length) + suffix),
  );
  return removeFilesOlderThan(now - UNUSED_FOR_MS, new Set(keys));
}
