import { spawnSync } from "node:child_process";

/** `remedy` is a sentence that tells the operator what to do. */
export type Check = { name: string; status: "ok" | "warning" | "problem"; found: string; remedy?: string };

export const ok = (name: string, found: string): Check => ({ name, status: "ok", found });

const withRemedy = (status: Check["status"]) => (name: string, found: string, remedy: string) =>
  ({ name, status, found, remedy }) satisfies Check;

/** The site runs, but not as intended. */
export const warning = withRemedy("warning");
/** Part of the site does not work, or will fail when needed. */
export const problem = withRemedy("problem");

export function errorReason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return `${message ?? error}${cause ? ` (${cause.code ?? cause.message})` : ""}`.replace(/\s+/g, " ");
}

/** Returns the checks, or one that says why they failed. */
export async function attempt(name: string, check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(name, `it failed: ${errorReason(error)}`, "Correct this, and run the doctor again.")];
  }
}

/** Reads the settings in a separate process, because an invalid setting ends the process. */
export function checkSettings(): Check {
  const read = ["--input-type=module", "-e", 'await import("#app/conference/conference.ts")'];
  const { status, stderr } = spawnSync(process.execPath, read, { encoding: "utf8" });
  if (status === 0) return ok("Settings", "all are valid");
  return problem(
    "Settings",
    stderr.trim(),
    "Correct the settings named above, in .env or in the start command.",
  );
}
