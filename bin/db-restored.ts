// npm run db:restored: prepares a DATA_DIR restored by another tool, such as Litestream.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BackupError, runCommand } from "#app/backup/command.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countText } from "#app/platform/text.ts";

await runCommand("Nothing was changed", async () => {
  if (!existsSync(join(env.DATA_DIR, "conference.db"))) {
    throw new BackupError(
      `There is no conference.db in DATA_DIR (${env.DATA_DIR}): it was not restored. Starting the site would create an empty conference.`,
    );
  }
  const { closeDatabase, sqlite } = await import("#app/db/connection.server.ts");
  const { prepareCopy } = await import("#app/backup/contents.server.ts");
  const { countDelegates } = await import("#app/models/delegate/delegate.server.ts");
  const cleared = prepareCopy(sqlite);
  // Also removes leftover data of delegates whose erasure was in progress when the copy was made.
  sqlite.exec("vacuum");
  console.log(
    `${env.DATA_DIR} contains ${countText(await countDelegates(), "delegate")}. Everyone is logged out: ${cleared} old logins, links, drafts and used forms were removed.
Waiting emails are held: the dashboard asks whether to send them.`,
  );
  await closeDatabase();
});
