import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const scripts = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
const textOf = (name: string) => readFileSync(join("build/client/assets", name), "utf8");

const entriesOf = (folder: string) =>
  new Map(
    readFileSync(`build/${folder}/licences.txt`, "utf8")
      .split(`\n\n${"-".repeat(80)}\n\n`)
      .slice(1)
      .map((entry) => [entry.split(" ", 1)[0] ?? "", entry]),
  );

test("licences of everything in the scripts and fonts are published with them", () => {
  const entries = entriesOf("client");
  const REACT = ["react", "react-dom", "react-router", "scheduler"];
  for (const name of [...REACT, "qr", "aria-hidden"])
    expect(entries.get(name), name).toMatch(/Permission is hereby granted|Apache License/);
  expect(entries.get("@radix-ui/react-dialog")).toContain("Permission is hereby granted");
  for (const name of ["@fontsource-variable/newsreader", "@fontsource-variable/instrument-sans"])
    expect(entries.get(name)).toContain("SIL OPEN FONT LICENSE");
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

test("the label of the image names the licence of everything installed in it, including libvips", () => {
  const label = /image\.licenses="([^"]*)"/.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { license?: string; dev?: true; devOptional?: true }>;
  };
  const installed = Object.values(packages).filter(({ dev, devOptional }) => !dev && !devOptional);
  const needed = new Set(installed.flatMap(({ license = "" }) => license.match(/[\w.-]+/g) ?? []));
  for (const word of ["AND", "OR"]) needed.delete(word);
  expect(label.split(" AND ")).toEqual(expect.arrayContaining([...needed, "LGPL-3.0-or-later", "OFL-1.1"]));
});
