import { insertLink, ORGANISER } from "../../support/organiser.ts";
import { launch, untilUp, usageOf } from "../../support/server.ts";
import { inDatabase } from "./rows.ts";

type Settings = Record<string, string>;

/** Starts the production server on a free port, for one organiser, without rate limits. */
export async function startProcess({ dataDir, settings }: { dataDir?: string; settings?: Settings } = {}) {
  const server = await untilUp(await launch({ dataDir, settings: { ADMIN_EMAILS: ORGANISER, ...settings } }));
  return {
    ...server,
    /** Resident memory of the process in kilobytes. */
    memory: () => usageOf(server.pid).megabytes * 1024,
    kill: () => server.end("SIGKILL"),
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

type Running = Pick<ServerProcess, "origin" | "dataDir">;

/** Stores a new one-time link for an organiser. Returns its token. */
export const newLink = (dataDir: string, email = ORGANISER): string =>
  inDatabase(dataDir, (sqlite) => insertLink(sqlite, email));

/** Signs the organiser in with a one-time link. Returns the login's cookies. */
export async function logInOver({ origin, dataDir }: Running, link = newLink(dataDir)): Promise<string> {
  const body = new URLSearchParams({ link });
  const response = await fetch(`${origin}/api/login`, { method: "POST", redirect: "manual", body });
  if (response.status !== 303) throw new Error(`Login returned ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
