// Stores speakers' photos, matched by name.
import { foldText } from "#app/models/delegate/search-text.ts";
import { storeImage } from "#app/models/image/image.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

const wordsOf = (name: string) => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const keysOf = (name: string) => [wordsOf(name).join(""), wordsOf(name).toSorted().join(" ")];

/** Assigns each photo to the matching speaker. `left` lists unassigned photos with reasons. */
export async function assignPhotos(files: File[], actor: string) {
  const speakers = await SPEAKERS.list();
  const placed: string[] = [];
  const left: { name: string; why: string }[] = [];
  for (const file of files) {
    const keys = keysOf(file.name.replace(/\.\w+$/, ""));
    const fitting = speakers.filter(({ name }) => keysOf(name).some((key) => keys.includes(key)));
    const [speaker] = fitting;
    if (!speaker || fitting.length > 1) {
      left.push({ name: file.name, why: speaker ? SEVERAL : NO_ONE });
      continue;
    }
    const stored = await storeImage(new Uint8Array(await file.arrayBuffer()));
    if (stored.ok) await SPEAKERS.update(speaker.id, { imageUrl: stored.path }, actor);
    if (stored.ok) placed.push(speaker.name);
    else left.push({ name: file.name, why: stored.message });
  }
  return { placed, left };
}

const NO_ONE = "No speaker has this name.";
const SEVERAL = "Several speakers have this name. Choose the photo in the right speaker’s form.";
