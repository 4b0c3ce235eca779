import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");

test("the image contains every npm command that a guide runs in the container", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = ["README.md", "docs/self-hosting.md"]
    .flatMap((guide) => read(guide).split("\n"))
    .filter((line) => line.includes("docker "))
    .flatMap((line) => [...line.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = ""]) => name));
  const sources = [...new Set(commands)].map((name) => scripts[name]?.replace(/^node /, "") ?? name).sort();
  expect(sources).toContain("bin/backup.ts");
  expect(read("Dockerfile")).toContain("\nCOPY bin ./bin\n");
  expect(readdirSync("bin").map((name) => `bin/${name}`)).toEqual(sources);
});
