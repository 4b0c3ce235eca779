// A conference with images to back up, and hashes of a folder's files.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { useNewDataDir as newDataDir } from "./database.ts";
import { registration } from "./factories.ts";

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "conference-"));

export const photo = (background = "#b3161e"): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** The sample conference with two delegates and a number of images, each used by a speaker. */
export async function newConference(images = 2, settings: Record<string, string> = {}) {
  const dataDir = newDataDir(settings);
  const { seedSampleConference } = await import("#app/sample/seed.server.ts");
  const { sqlite, closeDatabase } = await import("#app/db/connection.server.ts");
  const { createRegistration } = await import("#app/models/delegate/delegate.server.ts");
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const { storeImage } = await import("#app/models/image/image.server.ts");
  await seedSampleConference();
  for (const email of ["a@example.com", "b@example.com"]) {
    await createRegistration(RegistrationInput.parse(registration({ email })), null);
  }
  const paths: string[] = [];
  for (let id = 1; id <= images; id += 1) {
    const stored = await storeImage(await photo(`#0000${String(id).padStart(2, "0")}`));
    if (!stored.ok) throw new Error(stored.message);
    sqlite.prepare("update speakers set image_url = ? where id = ?").run(stored.path, id);
    paths.push(stored.path);
  }
  return { dataDir, sqlite, closeDatabase, images: paths };
}

/** Hash of every file below a folder, by path; null for folders, the target for links. */
export function contentOf(folder: string): Record<string, string | null> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      return [
        name,
        statSync(path).isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : null,
      ];
    }),
  );
}
