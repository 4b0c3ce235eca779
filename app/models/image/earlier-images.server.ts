// Images from before all were in one ink: each gets it once, in the background.
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, like, notInArray, notLike, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { speakers } from "#app/db/schema.server.ts";
import { getImage, storeImageOrThrow } from "#app/models/image/image.server.ts";
import { IMAGE_PATH } from "#app/models/image/image.ts";
import { IN_ONE_INK_PATTERN } from "#app/models/image/image-id.server.ts";
import { ImageStoreError } from "#app/models/image/image-store.ts";
import { log } from "#app/platform/log.server.ts";

type IsEnding = () => boolean;

/** What is damaged or gone: no more of it until the next start. */
const leftAsTheyAre = new Set<string>();
let working: Promise<void> | null = null;

/** Never twice at once: with many images, or a slow store, it takes longer than until it is due again. */
export function toneEarlierImages(isEnding: IsEnding): Promise<void> {
  working ??= toneEach(isEnding).finally(() => {
    working = null;
  });
  return working;
}

/** Asks anew for each, as another process may be at the same. */
async function toneEach(isEnding: IsEnding): Promise<void> {
  const tried = new Set(leftAsTheyAre);
  while (!isEnding()) {
    const url = earlierImageBut(tried);
    if (!url) return;
    tried.add(url);
    const start = performance.now();
    await tone(url, isEnding);
    // The visitors' turn lasts as long as this one did.
    await wait(performance.now() - start);
  }
}

/**
 * Stores an image that speakers show anew, and only then has them show that: whoever is killed in between has stored
 * one that nobody shows, which is swept. What was there stays for as long as images that nobody shows do.
 */
async function tone(url: string, isEnding: IsEnding): Promise<void> {
  const bytes = await read(url);
  if (bytes === "not now") return;
  const stored = bytes && (await storeImageOrThrow(bytes));
  if (isEnding()) return;
  if (stored?.ok) return showInstead(url, stored.path);
  leftAsTheyAre.add(url);
  log.warn({ url, problem: stored?.message ?? "it is not there" }, "an image stays in its colours");
}

/** Null where it is not there. What a disk cannot read is tried again the next time, and keeps no other from its turn. */
async function read(url: string): Promise<Uint8Array | null | "not now"> {
  try {
    const file = await getImage(url.slice(IMAGE_PATH.length));
    return file && new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    if (error instanceof ImageStoreError) throw error;
    log.warn({ url, error }, "an image could not be read");
    return "not now";
  }
}

function earlierImageBut(tried: ReadonlySet<string>): string | null | undefined {
  const isEarlier = and(
    like(speakers.imageUrl, `${IMAGE_PATH}%`),
    notLike(speakers.imageUrl, IN_ONE_INK_PATTERN),
    notInArray(speakers.imageUrl, [...tried]),
  );
  return db.select({ url: speakers.imageUrl }).from(speakers).where(isEarlier).limit(1).get()?.url;
}

/** Nobody has edited the speaker: a form that is open may still be saved. Whoever has another image by now keeps it. */
const showInstead = (url: string, toned: string) =>
  batch((tx) => {
    tx.update(speakers)
      .set({ imageUrl: toned, updatedAt: sql`${speakers.updatedAt}` })
      .where(eq(speakers.imageUrl, url))
      .run();
  });
