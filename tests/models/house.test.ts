// Imports between folders (CONTRIBUTING.md): a file imports from its own floor or below.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** From bottom to top. Folders in the same brackets share a floor and do not import each other. */
const FLOORS = [
  ["platform"],
  ["conference"],
  ["vocabulary"],
  ["db"],
  ["sample"],
  ["models"],
  ["http", "mail", "backup"],
  ["session.server.ts"],
  ["auth", "sharing"],
  ["openapi", "hooks", "doctor"],
  ["components"],
  ["styles", "server"],
  ["routes"],
  ["routes.ts", "root.tsx"],
  ["entry.server.tsx"],
];

const roomOf = (path: string) => path.split("/")[0] ?? "";
const floorOf = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));

const files = globSync("**/*.{ts,tsx}", { cwd: "app" });
const imports = files.flatMap((file) =>
  [...readFileSync(`app/${file}`, "utf8").matchAll(/(?:from|import\(?) ?"#app\/([^"?]+)/g)].map(
    ([, target = ""]) => ({ file, target }),
  ),
);

test("every folder of app/ has a floor", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => floorOf(file) === -1)).toEqual([]);
});

test("no file imports from a higher floor or from another folder of its floor", () => {
  expect(imports.length).toBeGreaterThan(800);
  const wrong = imports.filter(
    ({ file, target }) => roomOf(file) !== roomOf(target) && floorOf(target) >= floorOf(file),
  );
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("only one file imports the image library, whose input formats are set for the whole process", () => {
  const importers = files.filter((file) =>
    /(from |import\()"sharp"/.test(readFileSync(`app/${file}`, "utf8")),
  );
  expect(importers).toEqual(["platform/image-library.server.ts"]);
});
