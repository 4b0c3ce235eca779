import { spawnSync } from "node:child_process";

/** The commit that is checked out, in its short form; with a '+' where something was changed since. */
export function commitId(): string {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
  return git("rev-parse", "--short=8", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+");
}
