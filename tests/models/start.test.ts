import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
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

const OPEN = ["--input-type=module", "-e", 'await import("#app/db/connection.server.ts")'];
const FILE = join(newFolder(), "file");
writeFileSync(FILE, "");

test.each([
  ["in place of a file", FILE],
  ["below a file", join(FILE, "data")],
  ["below /proc", "/proc/byline/data"],
])("a start with a DATA_DIR %s says within seconds that it cannot be written", (_, DATA_DIR) => {
  const env = { ...process.env, DATA_DIR };
  const { status, stderr } = spawnSync(process.execPath, OPEN, { env, encoding: "utf8", timeout: 10_000 });
  const problem = `The site cannot start: DATA_DIR (${DATA_DIR}) cannot be written (`;
  expect([status, stderr]).toEqual([1, expect.stringContaining(problem)]);
});
