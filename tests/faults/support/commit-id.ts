import { spawnSync } from "node:child_process";

/** The commit that is checked out in a folder, in its short form; with a '+' where something was changed since. */
export function commitId(folder = "."): string {
  const git = (...args: string[]) => spawnSync("git", ["-C", folder, ...args], { encoding: "utf8" }).stdout;
  return (
    git("rev-parse", "--short=8", "HEAD").trim() +
    (git("status", "--porcelain", "--untracked-files=no").trim() ? "+" : "")
  );
}
