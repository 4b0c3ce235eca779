// Images from before all were in one ink: each gets it once, in the background.
import { and, eq, like, notLike, sql } from "drizzle-orm";
import { batch, db } from "#app/db/connection.server.ts";
import { speakers } from "#app/db/schema.server.ts";
import { getImage, storeImage } from "#app/models/image/image.server.ts";
import { IMAGE_PATH } from "#app/models/image/image.ts";
import { IN_ONE_INK_PATTERN } from "#app/models/image/image-id.server.ts";
import { log } from "#app/platform/log.server.ts";

/** What could not be: no more of it until the next start. */
const leftAsTheyAre = new Set<string>();

/**
 * Stores each that a speaker shows anew, and only then shows that: whoever is killed in between has stored one that
 * nobody shows, which is swept. What was there stays for as long as images that nobody shows do.
 */
export async function toneEarlierImages(isEnding: () => boolean): Promise<void> {
  for (const url of earlierImages()) {
    if (isEnding()) return;
    if (leftAsTheyAre.has(url)) continue;
    const file = await getImage(url.slice(IMAGE_PATH.length));
    const stored = file && (await storeImage(new Uint8Array(await file.arrayBuffer())));
    if (isEnding()) return;
    if (stored?.ok) await showInstead(url, stored.path);
    else {
      leftAsTheyAre.add(url);
      log.warn({ url, problem: stored?.message ?? "it is not there" }, "an image stays in its colours");
    }
  }
}

function earlierImages(): string[] {
  const rows = db
    .selectDistinct({ url: speakers.imageUrl })
    .from(speakers)
    .where(and(like(speakers.imageUrl, `${IMAGE_PATH}%`), notLike(speakers.imageUrl, IN_ONE_INK_PATTERN)))
    .all();
  return rows.flatMap(({ url }) => url ?? []);
}

/** Nobody has edited the speaker: a form that is open may still be saved. Whoever has another image by now keeps it. */
const showInstead = (url: string, toned: string) =>
  batch((tx) => {
    tx.update(speakers)
      .set({ imageUrl: toned, updatedAt: sql`${speakers.updatedAt}` })
      .where(eq(speakers.imageUrl, url))
      .run();
  });
