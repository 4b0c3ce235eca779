// Uploaded images: decided by their bytes, re-encoded, whole or absent.
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createFsFileStorage } from "@remix-run/file-storage/fs";
import { like } from "drizzle-orm";
import sharp from "sharp";
import { batch, db } from "#app/db/connection.server.ts";
import { speakers } from "#app/db/schema.server.ts";
import { env } from "#app/env.server.ts";
import { IMAGE_LIMIT_BYTES, IMAGE_PATH, SMALL_SUFFIX } from "#app/models/image.ts";
import { isFirstUse } from "#app/models/used-form.server.ts";

/** About 24 megapixels: what a phone takes, and no more than memory takes. */
const PIXEL_LIMIT = 24_000_000;
const SIZES = { "": 1200, [SMALL_SUFFIX]: 600 };
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

// Only what is decided on below is ever decoded; libvips would read SVG, PDF and more.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.cache(false);

const root = join(env.DATA_DIR, "uploads");
const storage = createFsFileStorage(root);

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
  for (const [suffix, webp] of encoded.toReversed()) await putAtomically(`${id}${suffix}`, webp);
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

/**
 * Puts a file through a storage of its own beside the real one, syncs what that wrote, and moves it over,
 * the metadata last: the storage knows only files whose metadata it finds.
 */
async function putAtomically(key: string, webp: Buffer): Promise<void> {
  const staging = join(env.DATA_DIR, "staging", randomUUID());
  try {
    await createFsFileStorage(staging).put(
      key,
      new File([new Uint8Array(webp)], key, { type: "image/webp" }),
    );
    const [folder = ""] = await readdir(staging);
    await mkdir(join(root, folder), { recursive: true });
    const files = (await readdir(join(staging, folder))).sort();
    for (const file of files) await sync(join(staging, folder, file));
    for (const file of files) await rename(join(staging, folder, file), join(root, folder, file));
    await sync(join(root, folder));
    await sync(root);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function sync(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}

/** The stored file with this id (with `-600` the small one), or null. */
export async function getImage(id: string): Promise<File | null> {
  const file = await storage.get(id);
  return file as File | null;
}

/** Removes the images that no speaker has shown for a day. Answers how many. */
export async function sweepImages(now = Date.now()): Promise<number> {
  const used = db
    .select({ url: speakers.imageUrl })
    .from(speakers)
    .where(like(speakers.imageUrl, `${IMAGE_PATH}%`))
    .all();
  const usedIds = new Set(used.map(({ url }) => url?.slice(IMAGE_PATH.length)));
  const { files } = await storage.list({ limit: Number.MAX_SAFE_INTEGER, includeMetadata: true });
  const unused = files.filter(
    ({ key, lastModified }) =>
      now - lastModified > UNUSED_FOR_MS && !usedIds.has(key.replace(SMALL_SUFFIX, "")),
  );
  for (const { key } of unused) await storage.remove(key);
  return unused.length;
}
