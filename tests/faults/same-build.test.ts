import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { startedAt } from "../support/server-clock.ts";
import { finish } from "./support/child-process.ts";
import { record } from "./support/findings.ts";

const CONFIGURATION = ["package.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"];
const SOURCES = ["app", "dev", "public", ...CONFIGURATION];
const HERE = { TZ: "UTC", LC_ALL: "C.UTF-8", ...startedAt("2026-01-31T12:00:00Z") };
/** Czech sorts "ch" after "h". */
const ELSEWHERE = { TZ: "Pacific/Kiritimati", LC_ALL: "cs_CZ.UTF-8", ...startedAt("2027-12-31T23:59:50Z") };

test("two builds of one commit, in different folders, years and languages, give the same files", async () => {
  const [here, elsewhere] = await Promise.all([
    build(join(newFolder(), "site"), HERE),
    build(join(newFolder(), "another place", "conference"), ELSEWHERE),
  ]);
  const names = Object.keys(here.digests);
  expect(names).toEqual(expect.arrayContaining(["server/index.js", "client/licences.txt.br"]));
  const differing = names.filter((name) => here.digests[name] !== elsewhere.digests[name]);
  expect(differing).toEqual([]);
  expect(Object.keys(elsewhere.digests)).toEqual(names);
  expect([...here.local, ...elsewhere.local]).toEqual([]);
  record(
    "The site was built twice, in different folders, years, time zones and languages",
    `The ${names.length} files of both builds had the same SHA-256 digests`,
  );
});

/** Builds a copy of the sources. Returns the digest of each file, and the files that name a folder. */
async function build(folder: string, settings: Record<string, string>) {
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const options = { cwd: folder, env: { ...process.env, ...settings } };
  const { status, output } = await finish(spawn("npm", ["run", "--silent", "build"], options));
  expect([status, output]).toEqual([0, output]);
  const cwd = join(folder, "build");
  const names = globSync("**", { cwd }).filter((name) => statSync(join(cwd, name)).isFile());
  const read = (name: string) => readFileSync(join(cwd, name));
  const digest = (name: string) => createHash("sha256").update(read(name)).digest("hex");
  const folders = [folder, realpathSync("node_modules")];
  return {
    digests: Object.fromEntries(names.sort().map((name) => [name, digest(name)])),
    local: names.filter((name) => folders.some((one) => read(name).includes(one))),
  };
}
