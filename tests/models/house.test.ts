// App files import only from their own folder or from lower layers (docs/decisions/operations.md).
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measureCode } from "../../dev/code-figures.ts";

/** Folders by layer, from bottom to top. Folders in one layer do not import from each other. */
const LAYERS = [
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

const folderOf = (path: string) => path.split("/")[0] ?? "";
const layerOf = (path: string) => LAYERS.findIndex((folders) => folders.includes(folderOf(path)));

const files = globSync("**/*.{ts,tsx}", { cwd: "app" });
const imports = files.flatMap((file) =>
  [...readFileSync(`app/${file}`, "utf8").matchAll(/(?:from|import\(?) ?"#app\/([^"?]+)/g)].map(
    ([, target = ""]) => ({ file, target }),
  ),
);

const code = measureCode();

test("every folder of app/ has a layer", () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
});

test("no file imports from a higher layer or from another folder of its layer", () => {
  expect(imports.length).toBeGreaterThan(800);
  const wrong = imports.filter(
    ({ file, target }) => folderOf(file) !== folderOf(target) && layerOf(target) >= layerOf(file),
  );
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("no folders of models/ import each other, directly or in a circle", () => {
  expect(code.circles).toEqual([]);
});

test("only one file imports the image library, whose input formats are set for the whole process", () => {
  const importers = files.filter((file) =>
    /(from |import\()"sharp"/.test(readFileSync(`app/${file}`, "utf8")),
  );
  expect(importers).toEqual(["platform/image-library.server.ts"]);
});

test("no regular expression is longer than 120 characters", () => {
  expect(code.expressions.length).toBeGreaterThan(200);
  expect(code.expressions.filter(({ text }) => text.length > 120)).toEqual([]);
});

test("no literal is spread, and no pair is declared from a literal", () => {
  expect([...code.spreads, ...code.pairs]).toEqual([]);
});

test("a declaration has one comment", () => {
  expect(code.doubleComments).toEqual([]);
});

test("a file is a subject, unless it is a route or another file needs it alone", () => {
  expect(code.shortFiles).toEqual(["app/conference/conference-file.browser.ts", "app/platform/group-by.ts"]);
});
