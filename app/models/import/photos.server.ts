// Stores speakers' photos, matched by name or by the file names in the last imported list.
import type { Db } from "#app/db/connection.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";
import { storeImage } from "#app/models/image/image.server.ts";
import { getColumnMatching, saveColumnMatching } from "#app/models/import/column-matching.server.ts";
import type { UnstoredCells } from "#app/models/import/importable.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";

const wordsOf = (name: string) => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const keysOf = (name: string) => [wordsOf(name).join(""), wordsOf(name).toSorted().join(" ")];
const withoutType = (fileName: string) => fileName.replace(/\.\w+$/, "");

/** Finds the file name in a path, a URL or text such as `ada.jpg (https://…)`. */
const fileNameIn = (cell: string) => /[^/\\]+\.(?:jpe?g|png|webp|gif|avif|hei[cf])/i.exec(cell)?.[0];

/** Remembers the speaker for each file name until the next import of a list with photos. */
export function rememberPhotoFileNames(tx: Db, steps: { name: string; beside: UnstoredCells }[]): void {
  const named = steps.flatMap(({ name, beside: { photoName = "" } }) => {
    const fileName = fileNameIn(photoName);
    return fileName ? [[foldText(withoutType(fileName)), name]] : [];
  });
  if (named.length > 0) saveColumnMatching(tx, "photos", [], Object.fromEntries(named));
}

/** Assigns each photo to the matching speaker. `left` lists unassigned photos with reasons. */
export async function assignPhotos(files: File[], actor: string) {
  const kept = getColumnMatching<Record<string, string>>("photos", []) ?? {};
  const speakers = await SPEAKERS.list();
  const placed: string[] = [];
  const left: { name: string; why: string }[] = [];
  for (const file of files) {
    const called = withoutType(file.name);
    const keys = keysOf(kept[foldText(called)] ?? called);
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
