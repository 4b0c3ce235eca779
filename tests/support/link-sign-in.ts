// An organiser of a server that runs as a process of its own.
import { spawnSync } from "node:child_process";
import { ORGANISER } from "./organiser.ts";
import type { Server } from "./server.ts";

/** The settings under which ORGANISER may sign in. */
export const WITH_ORGANISER = { ADMIN_EMAILS: ORGANISER };

/** The address that `npm run admin:link` prints for them, or for another organiser. */
export function linkFor(
  server: Pick<Server, "dataDir">,
  settings: Record<string, string> = {},
  organiser = ORGANISER,
): URL {
  const { stdout, stderr } = spawnSync("npm", ["run", "--silent", "admin:link", "--", organiser], {
    env: { ...process.env, ...WITH_ORGANISER, DATA_DIR: server.dataDir, ...settings },
    encoding: "utf8",
  });
  const address = /^http\S+$/m.exec(stdout)?.[0];
  if (!address) throw new Error(`No link:\n${stdout}${stderr}`);
  return new URL(address);
}

/** Signs ORGANISER in by a one-time link and answers the Cookie header of that login. */
export async function signInByLink(server: Pick<Server, "dataDir" | "origin">): Promise<string> {
  const response = await fetch(`${server.origin}/api/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ link: linkFor(server).searchParams.get("link") ?? "" }),
  });
  if (response.status !== 303) throw new Error(`The link was answered with ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .filter((pair) => !pair?.endsWith("="))
    .join("; ");
}
