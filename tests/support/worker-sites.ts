// The three sites of a browser test worker, each on a copy of the template.
import { cpSync, rmSync } from "node:fs";
import { ACCOUNTS, OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { startCaddy } from "../faults/support/caddy.ts";
import { inDatabase } from "../faults/support/rows.ts";
import { restoreRows } from "./restore-rows.ts";
import { freePort, launch, untilUp } from "./server.ts";
import { BEHIND_CADDY, EMPTY_SITE, PANEL_SITE, SAMPLE_SITE, TEMPLATE_DIR } from "./sites.ts";

type Site = typeof SAMPLE_SITE | typeof EMPTY_SITE | typeof PANEL_SITE;

async function startSite(site: Site) {
  const provider = await startIdentityProvider({ port: site.providerPort, siteOrigin: site.origin });
  const port = BEHIND_CADDY ? await freePort() : site.port;
  const caddy = BEHIND_CADDY ? await startCaddy(site.port, port) : null;
  const settings = {
    OAUTH_ISSUER: provider.issuer,
    OAUTH_CLIENT_ID: OIDC_CLIENT.id,
    OAUTH_CLIENT_SECRET: OIDC_CLIENT.secret,
    ADMIN_EMAILS: ACCOUNTS[0]?.email ?? "",
    ...(BEHIND_CADDY ? { SITE_URL: site.origin, TRUST_PROXY: "1" } : {}),
  };
  rmSync(site.dataDir, { recursive: true, force: true });
  if (site !== EMPTY_SITE) cpSync(TEMPLATE_DIR, site.dataDir, { recursive: true });
  const server = await untilUp(await launch({ dataDir: site.dataDir, port, settings }));
  // Ends the server even if the worker does not stop it.
  process.once("exit", () => server.child.kill("SIGKILL"));
  return {
    stop: async () => {
      await server.end("SIGKILL");
      await provider.stop();
      await caddy?.stop();
    },
  };
}

/** Starts the sites. `freshFor` restores the panel's site before each new test file. */
export async function startSites() {
  const sites = await Promise.all([SAMPLE_SITE, EMPTY_SITE, PANEL_SITE].map(startSite));
  let last: string | undefined;
  return {
    freshFor: (file: string, baseURL: string | undefined) => {
      if (file === last || baseURL !== PANEL_SITE.origin) return;
      if (last !== undefined) inDatabase(PANEL_SITE.dataDir, restoreRows);
      last = file;
    },
    stop: () => Promise.all(sites.map((site) => site.stop())),
  };
}
export type OwnSites = Awaited<ReturnType<typeof startSites>>;
