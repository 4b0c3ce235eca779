// The server itself, with no npm before it: what is killed is what serves.
import { createHash } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ORGANISER } from "../../support/organiser.ts";
import { launch, untilUp, usageOf } from "../../support/server.ts";

type Settings = Record<string, string>;

/** Starts the production server on a free port of 127.0.0.1, for one organiser, without rate limits. */
export async function startProcess({ dataDir, settings }: { dataDir?: string; settings?: Settings } = {}) {
  const server = await untilUp(await launch({ dataDir, settings: { ADMIN_EMAILS: ORGANISER, ...settings } }));
  return {
    ...server,
    /** Kilobytes of memory that the process holds now. */
    memory: () => usageOf(server.pid).megabytes * 1024,
    /** Ends it in the middle of whatever it does. */
    kill: () => server.end("SIGKILL"),
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

/** Signs the organiser in by a one-time link put into the database; answers the cookies of the login. */
export async function signInOver({
  origin,
  dataDir,
}: Pick<ServerProcess, "origin" | "dataDir">): Promise<string> {
  const token = crypto.randomUUID();
  const sqlite = new Database(join(dataDir, "conference.db"));
  sqlite
    .prepare("insert into sign_in_links (token_hash, email, expire) values (?, ?, ?)")
    .run(createHash("sha256").update(token).digest("hex"), ORGANISER, Date.now() + 60_000);
  sqlite.close();
  const response = await fetch(`${origin}/api/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ link: token }),
  });
  if (response.status !== 303) throw new Error(`Signing in was answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
