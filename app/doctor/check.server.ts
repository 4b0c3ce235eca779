// What one look at the installation says, and the first of them: at the settings.
import { spawnSync } from "node:child_process";

/** What one look at the installation has found. A remedy is a sentence that says what to do. */
export type Check = {
  name: string;
  status: "ok" | "warning" | "problem";
  found: string;
  remedy?: string;
};

export const ok = (name: string, found: string): Check => ({ name, status: "ok", found });
/** The site runs, but not as somebody would want it to. */
export const warning = (name: string, found: string, remedy: string): Check => ({
  name,
  status: "warning",
  found,
  remedy,
});
/** Something does not work, or will not when it is needed. */
export const problem = (name: string, found: string, remedy: string): Check => ({
  name,
  status: "problem",
  found,
  remedy,
});

/** What an error says, in one line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return `${message ?? error}${cause ? ` (${cause.code ?? cause.message})` : ""}`.replace(/\s+/g, " ");
}

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
