// Loads the conference in examples/large by importing another tool's lists, as an organiser would.
import { readdirSync, readFileSync } from "node:fs";
import {
  importFile,
  matchImportColumns,
  previewImport,
  storeImportFile,
} from "#app/models/import/import.server.ts";
import { assignPhotos, describePhotos } from "#app/models/import/photos.server.ts";

const FOLDER = "examples/large";
const ORGANISER = { id: "demo", email: "demo" };

/** @throws if a list is not imported completely. */
export async function importLargeConference(): Promise<void> {
  await importList("speaker", "sessionize-speakers.csv");
  // A talk was cancelled after the first export: a new list brings no cancelled sessions.
  await importList("session", "sessionize-sessions.csv", (list) => list.replace(",Cancelled,", ",Accepted,"));
  await importList("session", "sessionize-sessions.csv");
  const photos = readdirSync(`${FOLDER}/photos`).map(
    (name) => new File([readFileSync(`${FOLDER}/photos/${name}`)], name),
  );
  const { left } = await describePhotos(photos, await assignPhotos(photos, ORGANISER.email));
  if (left.length > 0) throw new Error(`Photos that fit no speaker: ${JSON.stringify(left)}`);
}

async function importList(
  kind: "speaker" | "session",
  fileName: string,
  change = (list: string) => list,
): Promise<void> {
  const bytes = Buffer.from(change(readFileSync(`${FOLDER}/${fileName}`, "utf8")));
  const kept = await storeImportFile(kind, { bytes, fileName }, ORGANISER.id);
  if (!kept.ok) throw new Error(`${fileName} cannot be read`);
  const guess = await matchImportColumns(kind, kept.file, ORGANISER.id, { isAsked: true });
  const columns = guess?.columns.map(({ value }, at) => [`column-${at}`, value]) ?? [];
  const asked = guess?.asked.map(({ id, value }) => [id, value]) ?? [];
  await matchImportColumns(kind, kept.file, ORGANISER.id, {
    sent: new URLSearchParams([...columns, ...asked]),
  });
  const preview = await previewImport(kind, kept.file, ORGANISER.id);
  const bad = preview?.rows.filter(({ outcome }) => outcome === "leftOut");
  if (!preview || bad?.length) throw new Error(`${fileName}: ${JSON.stringify(bad)}`);
  const { file, seen } = preview;
  await importFile(kind, { file, seen, formId: crypto.randomUUID(), sendsMail: false }, ORGANISER);
}
