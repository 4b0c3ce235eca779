// npm run backup -- FILE: writes the database and images to one file, even while the site runs. With
// `-` as FILE, writes it to standard output.
import { resolve } from "node:path";
import { createBackup, streamBackup } from "#app/backup/backup.server.ts";
import { BackupError, recordBackup, runCommand } from "#app/backup/command.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countText } from "#app/platform/text.ts";

await runCommand("No backup was made", async () => {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0)
    throw new BackupError("Give a file name: npm run backup -- FILE, or - for standard output");
  const isStream = name === "-";
  const file = isStream ? "complete" : resolve(process.env.INIT_CWD ?? "", name);
  const { delegates, speakers, sessions, images, size, missingImages } = isStream
    ? await streamBackup(env.DATA_DIR, process.stdout)
    : await createBackup(env.DATA_DIR, file);
  recordBackup(env.DATA_DIR);
  // Not on standard output, which may be the backup itself.
  (isStream ? console.error : console.log)(
    `The backup is ${file}, ${size} bytes: ${countText(delegates, "delegate")}, ${countText(speakers, "speaker")}, ${countText(sessions, "session")}, ${countText(images, "image")}.
It contains personal data, and only you can read it. Keep it private, and store it on another server.`,
  );
  if (missingImages.length > 0) {
    console.warn(`Missing speaker images: ${missingImages.join(", ")}.`);
  }
});
