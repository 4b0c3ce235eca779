import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withDamagedIndex } from "../faults/support/hostile-archives.ts";
import { newConference, newFolder } from "../support/backups.ts";

test("a backup whose database can be read but is not whole is refused, and nothing is restored", async () => {
  const { dataDir } = await newConference(0);
  const { createBackup } = await import("#app/backup/backup.server.ts");
  const { restoreBackup } = await import("#app/backup/restore.server.ts");
  const file = join(newFolder(), "backup.tar");
  await createBackup(dataDir, file);
  writeFileSync(file, withDamagedIndex(readFileSync(file)));

  const target = newFolder();
  await expect(restoreBackup(target, file)).rejects.toThrow("is damaged, so nothing was restored");
  expect(readdirSync(target)).toEqual([]);
});
