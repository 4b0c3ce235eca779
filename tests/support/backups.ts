import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { useNewDataDir as newDataDir } from "./database.ts";
import { registration } from "./factories.ts";

export { newFolder } from "./new-folder.ts";

export const photo = (background = "#b3161e"): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** Opens the sample conference with two delegates, and with images that speakers use. */
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

/** Maps each path below a folder to the file's hash, or null for a folder. Omits unfinished uploads. */
export function contentOf(folder: string): Record<string, string | null> {
  if (!existsSync(folder)) return {};
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const names = all.filter((name) => !name.startsWith("staging"));
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const hash = () => createHash("sha256").update(readFileSync(path)).digest("hex");
      return [name, statSync(path).isFile() ? hash() : null];
    }),
  );
}
