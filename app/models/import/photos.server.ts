// Stores speakers' photos, matched by name.
import { foldText } from "#app/models/delegate/search-text.ts";
import { storeImage } from "#app/models/image/image.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

const wordsOf = (name: string) => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const keysOf = (name: string) => [wordsOf(name).join(""), wordsOf(name).toSorted().join(" ")];

/**
 * Assigns each photo to the matching speaker. Returns the speaker's id for each photo, or why there is
 * none. No names, because the result is stored for the form's second copy.
 */
export async function assignPhotos(files: File[], actor: string): Promise<(number | string)[]> {
  const speakers = await SPEAKERS.list();
  const results: (number | string)[] = [];
  for (const file of files) {
    const keys = keysOf(file.name.replace(/\.\w+$/, ""));
    const isShown = ({ name }: { name: string }) => keysOf(name).some((key) => keys.includes(key));
    const [speaker, another] = speakers.filter(isShown);
    if (!speaker || another) results.push(speaker ? SEVERAL : NO_ONE);
    else {
      const stored = await storeImage(new Uint8Array(await file.arrayBuffer()));
      if (stored.ok) await SPEAKERS.update(speaker.id, { imageUrl: stored.path }, actor);
      results.push(stored.ok ? speaker.id : stored.message);
    }
  }
  return results;
}

/** Returns the names of speakers who got a photo, and the other photos with reasons. */
export async function describePhotos(files: File[], results: (number | string)[]) {
  const speakers = await SPEAKERS.list();
  const placed = results.flatMap((id) => speakers.find((speaker) => speaker.id === id)?.name ?? []);
  const left = files.flatMap(({ name }, at) => {
    const why = results[at];
    return typeof why === "string" ? [{ name, why }] : [];
  });
  return { placed, left };
}

const NO_ONE = "No speaker has this name.";
const SEVERAL = "Several speakers have this name. Choose the photo in the right speaker’s form.";
