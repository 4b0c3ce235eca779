// npm run restore -- FILE: restores a backup into an empty DATA_DIR.
import { resolve } from "node:path";
import { BackupError, runCommand } from "#app/backup/command.server.ts";
import { restoreBackup } from "#app/backup/restore.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countText } from "#app/platform/text.ts";

await runCommand("Nothing was restored", async () => {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) throw new BackupError("Give a backup file: npm run restore -- FILE");
  const { delegates, speakers, sessions, images, createdAt, missingImages } = await restoreBackup(
    env.DATA_DIR,
    resolve(process.env.INIT_CWD ?? "", name),
  );
  console.log(
    `The backup of ${createdAt} is in ${env.DATA_DIR}: ${countText(delegates, "delegate")}, ${countText(speakers, "speaker")}, ${countText(sessions, "session")}, ${countText(images, "image")}.
Waiting emails are held: the dashboard asks whether to send them.
Start the site now. If it creates a new secret, everyone must log in again.`,
  );
  if (missingImages.length > 0) {
    console.warn(`Images already missing at the time of the backup: ${missingImages.join(", ")}.`);
  }
});
