import { spawnSync } from "node:child_process";
import { type Check, ok, problem } from "#app/doctor/check.ts";

/** Reads all settings and CONFERENCE_FILE as a start does, in a process of their own: a wrong one ends it. */
const READ = 'await import("#app/conference/conference.ts")';

/** Whether the site could start with these settings; nothing else can be looked at where it could not. */
export function checkSettings(): Check {
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", READ], {
    encoding: "utf8",
  });
  if (status === 0) return ok("Settings", "all of them can be used");
  return problem("Settings", stderr.trim(), "Correct what it names, in .env or where the site is started.");
}
