import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../support/new-folder.ts";

test("a start before the build says what to do", () => {
  const folder = newFolder();
  copyFileSync("server.js", join(folder, "server.js"));
  const { status, stderr } = spawnSync(process.execPath, ["server.js"], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    "The site cannot start: it is not built yet. Run npm run build first.\n",
  ]);
});
