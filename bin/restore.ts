// npm run restore -- FILE: restores a backup into an empty DATA_DIR.
import { resolve } from "node:path";
import { BackupError, runCommand } from "#app/backup/command.server.ts";
import { restoreBackup } from "#app/backup/restore.server.ts";
import { env } from "#app/platform/env.server.ts";
import { counted } from "#app/vocabulary/counted.ts";

await runCommand("Nothing was restored", async () => {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) throw new BackupError("Say which backup: npm run restore -- FILE");
  const { delegates, speakers, sessions, images, createdAt, missingImages } = await restoreBackup(
    env.DATA_DIR,
    resolve(process.env.INIT_CWD ?? "", name),
  );
  console.log(
    `The backup of ${createdAt} is in ${env.DATA_DIR}: ${counted(delegates, "delegate")}, ${counted(speakers, "speaker")}, ${counted(sessions, "session")}, ${counted(images, "image")}.
Emails that were waiting are held: the dashboard asks whether to send them.
Start the site now. If it makes a new secret, everyone has to log in again.`,
  );
  if (missingImages.length > 0) {
    console.warn(`Images that were missing before the backup: ${missingImages.join(", ")}.`);
  }
});
