import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { photo } from "../support/backups.ts";
import { useNewDataDir } from "../support/database.ts";

test("the upkeep removes an old image that no speaker shows", async () => {
  const dataDir = useNewDataDir();
  const { seedSampleConference } = await import("#app/sample/seed.server.ts");
  const { sqlite } = await import("#app/db/connection.server.ts");
  const maintenance = await import("#app/server/maintenance.server.ts");
  const images = await import("#app/models/image/image.server.ts");
  await seedSampleConference();
  const store = async (background: string) => {
    const stored = await images.storeImage(await photo(background));
    return stored.ok ? stored.path : "";
  };
  const [shown, dropped] = [await store("#202020"), await store("#404040")];
  sqlite.prepare("update speakers set image_url = ? where id = 3").run(shown);
  const root = join(dataDir, "uploads");
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }))
    utimesSync(join(root, name), 1, 1);
  // This new image is kept, because it may belong to an open form.
  const young = await store("#606060");
  const isThere = async (path: string) =>
    (await images.getImage(path.slice("/objects/uploads/".length))) !== null;
  expect(await Promise.all([shown, dropped, young].map(isThere))).toEqual([true, true, true]);
  maintenance.startMaintenance();
  await vi.waitFor(async () => expect(await isThere(dropped)).toBe(false));
  await maintenance.endMaintenance();
  expect(await Promise.all([shown, dropped, young].map(isThere))).toEqual([true, false, true]);
});
