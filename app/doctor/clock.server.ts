import { join } from "node:path";
import Database from "better-sqlite3";
import { type Check, ok, problem } from "#app/doctor/check.ts";

const TOLERANCE_MS = 2 * 60_000;
const ASK_MS = 5_000;

/** This machine's clock against what the site has believed, and against the provider's, where there is one. */
export async function checkClock(dataDir: string, issuer: string | undefined): Promise<Check> {
  const now = Date.now();
  const said = issuer === undefined ? null : await dateOf(issuer);
  const behind = (believedIn(dataDir) ?? 0) - now;
  const apart = said === null ? 0 : Math.abs(said - now);
  const remedy = "Set the clock, and let it be kept: timedatectl set-ntp true.";
  if (behind > TOLERANCE_MS) {
    return problem(
      "Clock",
      `it is ${inMinutes(behind)} behind what it was when the site last looked`,
      remedy,
    );
  }
  if (apart > TOLERANCE_MS)
    return problem("Clock", `the identity provider’s is ${inMinutes(apart)} apart`, remedy);
  return ok(
    "Clock",
    `it is ${new Date(now).toISOString()}${said === null ? "" : ", as at the identity provider"}`,
  );
}

const inMinutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`;

async function dateOf(address: string): Promise<number | null> {
  try {
    const { headers } = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(ASK_MS) });
    const date = Date.parse(headers.get("Date") ?? "");
    return Number.isNaN(date) ? null : date;
  } catch {
    // Whether it answers is another check's to say.
    return null;
  }
}

/** In milliseconds since 1970, or null where nothing is stored, or it cannot be read: that is another check's. */
function believedIn(dataDir: string): number | null {
  try {
    const sqlite = new Database(join(dataDir, "conference.db"), { readonly: true });
    const at = sqlite.prepare("select at from believed_clock").pluck().get();
    sqlite.close();
    return at === undefined ? null : Number(at);
  } catch {
    return null;
  }
}
