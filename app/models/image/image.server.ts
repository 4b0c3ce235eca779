// Validates uploads by their bytes, re-encodes them, and removes those that no speaker uses.

import { randomUUID } from "node:crypto";
import { like } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { speakers } from "#app/db/schema.server.ts";
import { retentionCutoff } from "#app/db/scrub.server.ts";
import { claimForm } from "#app/models/changeset/changeset.server.ts";
import { undoableImages } from "#app/models/changeset/undo.server.ts";
import { createDiskStore } from "#app/models/image/disk-store.server.ts";
import { IMAGE_LIMIT_BYTES, IMAGE_PATH, IMAGE_WIDTHS } from "#app/models/image/image.ts";
import { createS3Store, ImageStoreError } from "#app/models/image/s3-store.server.ts";
import { correctExposure, normaliseGrey, tintWithInk } from "#app/models/image/tone.server.ts";
import { env } from "#app/platform/env.server.ts";
import { decodeSerially, type Metadata, openSharp, type Sharp } from "#app/platform/image-library.server.ts";
import { log, logError } from "#app/platform/log.server.ts";
import { numberText } from "#app/platform/text.ts";

const store = env.s3 ? createS3Store(env.s3) : createDiskStore(env.DATA_DIR);
export const { get: getImage } = store;

/** Allows 24-megapixel phone photos (5712 × 4284). Larger images would need too much memory. */
const PIXEL_LIMIT = 24_500_000;
/** Limits width and height, because decoders keep whole rows in memory. */
const SIDE_LIMIT = 12_000;
/** Memory limit for images that must be decoded as a whole. */
const WHOLE_LIMIT_BYTES = 150_000_000;
/** Decoder memory in bytes per pixel, as measured; `deepAvif` has more than 8 bits per colour. */
const PIXEL_BYTES = { gif: 6, avif: 18, deepAvif: 25 };
/** Half of WHOLE_LIMIT_BYTES, because decoders release memory late. */
const DECODER_LIMIT_BYTES = 75_000_000;
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

type Stored = { ok: true; path: string } | { ok: false; message: string };

/** Stores three WebP files without metadata, toned to match the site, or stores nothing. */
export async function storeImage(bytes: Uint8Array, id: string = randomUUID()): Promise<Stored> {
  const problem = refusalOf(bytes);
  if (problem) return { ok: false, message: problem };
  const encoded = await decodeSerially(() => encodeSizes(bytes));
  if (typeof encoded === "string") return { ok: false, message: encoded };
  if (!(await claimForm(id, { actor: "organiser", action: "image" }))) {
    return { ok: false, message: "This upload URL has been used. Choose the image again." };
  }
  // The largest size is stored last, because its file marks the image as complete.
  try {
    for (const [suffix, webp] of encoded) {
      const key = `${id}${suffix}`;
      await store.put(key, new File([new Uint8Array(webp)], key, { type: "image/webp" }));
    }
    return { ok: true, path: IMAGE_PATH + id };
  } catch (error) {
    if (!(error instanceof ImageStoreError)) throw error;
    log.error({ error }, "an image could not be stored");
    const message = "Images cannot be stored at the moment. Choose the image again in a minute.";
    return { ok: false, message };
  }
}

/** Returns a message for an unacceptable file. Checks the first bytes, not the stated file type. */
function refusalOf(bytes: Uint8Array): string | null {
  if (bytes.byteLength === 0) return "The file is empty. Choose another one.";
  if (bytes.byteLength > IMAGE_LIMIT_BYTES) return "The image is larger than 10 MB. Choose a smaller one.";
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const brands = brandsOf(bytes);
  if (!IS_AVIF.test(brands) && /^(hei|hev|mif1|msf1)/.test(brands)) return IS_HEIC;
  const isKnown =
    IS_AVIF.test(brands) ||
    ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "GIF87a", "GIF89a"].some((start) => head.startsWith(start)) ||
    /^RIFF....WEBP/s.test(head);
  return isKnown ? null : "Choose an image in JPEG, PNG, WebP, GIF or AVIF format.";
}

const IS_HEIC =
  "Photos in HEIC format cannot be used. On your phone, share or export the photo as JPEG first.";
const IS_AVIF = /avi[fs]/;

function brandsOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 64));
  return head.toString("latin1", 4, 8) === "ftyp" ? head.toString("latin1", 8, head.readUInt32BE()) : "";
}

/** Sets the main brand to 'avif', which libvips requires but animations lack. */
function namedAvif(bytes: Uint8Array): Uint8Array {
  if (!IS_AVIF.test(brandsOf(bytes))) return bytes;
  const named = Buffer.from(bytes);
  named.write("avif", 8, "latin1");
  return named;
}

async function encodeSizes(uploaded: Uint8Array): Promise<[suffix: string, webp: Buffer][] | string> {
  const sharp = await openSharp();
  try {
    const bytes = namedAvif(uploaded);
    const problem = excessOf(await sharp(bytes, { limitInputPixels: false }).metadata());
    if (problem) return problem;
    const encoded: [string, Buffer][] = [];
    const { data, info } = await decode(sharp(bytes, READING));
    for (const [suffix, width] of Object.entries(IMAGE_WIDTHS))
      encoded.push([suffix, await encode(sharp(data, { raw: info }), width)]);
    return encoded;
  } catch {
    return "This image cannot be read: the file is damaged or incomplete. Choose another one.";
  }
}

/** Returns a message for an image that would need too much memory. */
function excessOf(metadata: Metadata): string | null {
  const { width, height, channels, depth, format, compression, isProgressive, orientation = 1 } = metadata;
  if (Math.max(width, height) > SIDE_LIMIT) {
    return `The image is more than ${numberText(SIDE_LIMIT)} pixels wide or high. Choose a smaller one.`;
  }
  const pixels = width * height;
  if (format === "heif") {
    if (compression !== "av1") return IS_HEIC;
    const limit = DECODER_LIMIT_BYTES / PIXEL_BYTES[depth === "uchar" ? "avif" : "deepAvif"];
    return pixels > limit ? `${tooMany("AVIF image", pixels, limit)}, or as JPEG.` : null;
  }
  const gifLimit = DECODER_LIMIT_BYTES / PIXEL_BYTES.gif;
  if (format === "gif" && pixels > gifLimit) return `${tooMany("GIF image", pixels, gifLimit)}, or as JPEG.`;
  if (pixels > PIXEL_LIMIT) return `${tooMany("image", pixels, PIXEL_LIMIT)}.`;
  const isWhole = isProgressive || (format !== "jpeg" && orientation > 1);
  // Decoders store a progressive JPEG as two-byte coefficients.
  const sampleBytes = depth === "ushort" || format === "jpeg" ? 2 : 1;
  return isWhole && pixels * channels * sampleBytes > WHOLE_LIMIT_BYTES
    ? "This image is too large to open. Save it at a smaller size, or turn off “progressive” or “interlaced” when you save it."
    : null;
}

const tooMany = (what: string, pixels: number, limit: number) =>
  `This ${what} has ${Math.max(Math.round(pixels / 1e6), Math.floor(limit / 1e6) + 1)} megapixels, more than the ${Math.floor(limit / 1e6)} that can be opened. Save it at a smaller size`;

const READING = { limitInputPixels: PIXEL_LIMIT, failOn: "error" } as const;
const SMALLEST = Math.min(...Object.values(IMAGE_WIDTHS));
const LARGEST = Math.max(...Object.values(IMAGE_WIDTHS));

const within = (image: Sharp, size: number): Sharp =>
  image.resize(size, size, { fit: "inside", withoutEnlargement: true });

const isInColour = conference.photos === "colour";

/** Decodes the image once for all sizes: upright, on white, in normalised grey or in colour. */
async function decode(image: Sharp) {
  const upright = within(image.rotate().flatten({ background: "white" }), LARGEST);
  const toned = isInColour ? upright.toColourspace("srgb") : normaliseGrey(upright);
  const pixels = await toned.raw().toBuffer({ resolveWithObject: true });
  if (!isInColour) correctExposure(pixels.data);
  return pixels;
}

/** The smallest size is displayed at half its width, which hides its lower quality. */
const encode = (image: Sharp, size: number): Promise<Buffer> =>
  (isInColour ? within(image, size) : tintWithInk(within(image, size)))
    .webp({ quality: size === SMALLEST ? 60 : 82 })
    .toBuffer();

/** Removes unused images after a day, unless an undo may need them. Returns the number removed. */
export async function sweepImages(now = retentionCutoff(0).getTime()): Promise<number> {
  const used = db
    .select({ url: speakers.imageUrl })
    .from(speakers)
    .where(like(speakers.imageUrl, `${IMAGE_PATH}%`))
    .all();
  const urls = [...used.map(({ url }) => url), ...undoableImages()];
  const keys = urls.flatMap((url) =>
    Object.keys(IMAGE_WIDTHS).map((suffix) => url?.slice(IMAGE_PATH.length) + suffix),
  );
  return store.removeOlderThan(now - UNUSED_FOR_MS, new Set(keys));
}

export const sweepImagesOrLog = () => sweepImages().catch(logError("unused images could not be removed"));
