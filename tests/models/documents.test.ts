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
