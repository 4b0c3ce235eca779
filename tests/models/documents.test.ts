import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" });

const COMMIT = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g;

test("every commit that a document names is in the history", ({ skip }) => {
  if (git("rev-parse", "--is-shallow-repository").stdout.trim() !== "false")
    return skip("this checkout has no complete history");
  const named = globSync(["*.md", "docs/**/*.md"]).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(COMMIT)].map(([commit]) => commit),
  );
  expect(named.length).toBeGreaterThan(10);
  const unknown = (commit: string) => git("merge-base", "--is-ancestor", commit, "HEAD").status !== 0;
  expect([...new Set(named)].filter(unknown)).toEqual([]);
});

test("the README's site has the address at which its command publishes it", () => {
  const [, port, origin] =
    /docker run .*-p 127\.0\.0\.1:(\d+):3000 .*SITE_URL=(\S+)/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(origin).toBe(`http://localhost:${port}`);
});

test("the guide's way without Docker has five commands, which exist", () => {
  const guide = readFileSync("docs/self-hosting.md", "utf8");
  const [, block = ""] = /\n## Without Docker\n[^#]*?```sh\n(.*?)```/s.exec(guide) ?? [];
  const commands = block.trim().split("\n");
  expect(commands).toHaveLength(5);
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = commands.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? []);
  expect(names.filter((name) => name !== "ci" && !(name in scripts))).toEqual([]);
  expect(names).toContain("start");
});
