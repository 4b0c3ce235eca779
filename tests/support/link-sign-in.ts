import { spawnSync } from "node:child_process";
import { ORGANISER } from "./organiser.ts";
import type { Server } from "./server.ts";

export { signInOver as signInByLink } from "../faults/support/server-process.ts";

/** Settings that allow ORGANISER to sign in. */
export const WITH_ORGANISER = { ADMIN_EMAILS: ORGANISER };

/** Address printed by `npm run admin:link` for an organiser. */
export function linkFor(
  server: Pick<Server, "dataDir">,
  settings: Record<string, string> = {},
  organiser = ORGANISER,
): URL {
  const { stdout, stderr } = spawnSync(process.execPath, ["bin/admin-link.ts", organiser], {
    env: { ...process.env, ...WITH_ORGANISER, DATA_DIR: server.dataDir, ...settings },
    encoding: "utf8",
  });
  const address = /^http\S+$/m.exec(stdout)?.[0];
  if (!address) throw new Error(`No link:\n${stdout}${stderr}`);
  return new URL(address);
}
