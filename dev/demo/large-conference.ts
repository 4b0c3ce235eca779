// Loads the conference in examples/large by importing another tool's lists, as an organiser would.
import { readdirSync, readFileSync } from "node:fs";
import { batch } from "#app/db/connection.server.ts";
import { guessColumnMatching, saveColumnMatching } from "#app/models/import/column-matching.server.ts";
import { parseCsv } from "#app/models/import/csv-file.server.ts";
import { importFile, previewImport, storeImportFile } from "#app/models/import/import.server.ts";
import { IMPORTABLES } from "#app/models/import/importables.server.ts";
import { assignPhotos } from "#app/models/import/photos.server.ts";

const FOLDER = "examples/large";
const ORGANISER = { id: "demo", email: "demo" };

/** @throws if a list is not imported completely. */
export async function importLargeConference(): Promise<void> {
  await importList("speaker", "sessionize-speakers.csv");
  await importList("session", "sessionize-sessions.csv");
  const photos = readdirSync(`${FOLDER}/photos`).map(
    (name) => new File([readFileSync(`${FOLDER}/photos/${name}`)], name),
  );
  const { left } = await assignPhotos(photos, ORGANISER.email);
  if (left.length > 0) throw new Error(`Photos that fit no speaker: ${JSON.stringify(left)}`);
}

async function importList(kind: "speaker" | "session", fileName: string): Promise<void> {
  const bytes = readFileSync(`${FOLDER}/${fileName}`);
  const parsed = parseCsv(bytes, null);
  const kept = await storeImportFile(kind, { bytes, fileName }, ORGANISER.id);
  if (!parsed.ok || !kept.ok) throw new Error(`${fileName} cannot be read`);
  const { columns, isKey } = IMPORTABLES[kind];
  const match = guessColumnMatching(columns, parsed, isKey);
  await batch((tx) => saveColumnMatching(tx, kind, parsed.headings, match));
  const preview = await previewImport(kind, kept.file, ORGANISER.id);
  const bad = preview?.rows.filter(({ outcome }) => outcome !== "added");
  if (!preview || bad?.length) throw new Error(`${fileName}: ${JSON.stringify(bad)}`);
  const asked = { file: preview.file, seen: preview.seen, formId: crypto.randomUUID(), sendsMail: false };
  await importFile(kind, asked, ORGANISER);
}
