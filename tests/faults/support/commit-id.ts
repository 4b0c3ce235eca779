import { spawnSync } from "node:child_process";

/** The short id of the current commit, with a '+' if tracked files have changed since. */
export function commitId(): string {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout;
  return (
    git("rev-parse", "--short=8", "HEAD").trim() +
    (git("status", "--porcelain", "--untracked-files=no").trim() ? "+" : "")
  );
}
