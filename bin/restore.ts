// npm run restore -- FILE: restores a backup into an empty DATA_DIR. With --check, only checks the file.
import { resolve } from "node:path";
import { BackupError, runCommand } from "#app/backup/command.server.ts";
import { checkBackup, restoreBackup } from "#app/backup/restore.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countText } from "#app/platform/text.ts";

const CHECK = "--check";
const NEXT = `Waiting emails are held: the dashboard asks whether to send them.
Start the site now. If it creates a new secret, everyone must log in again.`;

await runCommand("Nothing was restored", async () => {
  const [name, ...others] = process.argv.slice(2).filter((word) => word !== CHECK);
  if (!name || others.length > 0 || name.startsWith("--"))
    throw new BackupError("Give a backup file: npm run restore -- FILE, or npm run restore -- --check FILE");
  const isCheck = process.argv.includes(CHECK);
  const file = resolve(process.env.INIT_CWD ?? "", name);
  const { delegates, speakers, sessions, images, createdAt, missingImages } = isCheck
    ? await checkBackup(env.DATA_DIR, file)
    : await restoreBackup(env.DATA_DIR, file);
  console.log(
    `The backup of ${createdAt} is ${isCheck ? "complete" : `in ${env.DATA_DIR}`}: ${countText(delegates, "delegate")}, ${countText(speakers, "speaker")}, ${countText(sessions, "session")}, ${countText(images, "image")}.
${isCheck ? "Nothing was changed." : NEXT}`,
  );
  if (missingImages.length > 0) {
    console.warn(`Images already missing at the time of the backup: ${missingImages.join(", ")}.`);
  }
});
