// node tests/support/serve-site.ts sample|empty|panel: one of the sites, from nothing.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { ACCOUNTS, CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { freePort } from "./server.ts";
import { BEHIND_CADDY, EMPTY_SITE, OTHER_ORGANISER, PANEL_SITE, SAMPLE_SITE } from "./sites.ts";

const site = [SAMPLE_SITE, EMPTY_SITE, PANEL_SITE].find(({ name }) => name === process.argv[2]);
if (!site) throw new Error("Say which site");
const env: NodeJS.ProcessEnv = {
  ...process.env,
  RATE_LIMIT: "off",
  DATA_DIR: site.dataDir,
  PORT: String(site.port),
};
let stopCaddy: (() => Promise<unknown>) | undefined;
if (BEHIND_CADDY) {
  const { startCaddy } = await import("../faults/support/caddy.ts");
  const sitePort = await freePort();
  ({ stop: stopCaddy } = await startCaddy(site.port, sitePort));
  Object.assign(env, { PORT: String(sitePort), SITE_URL: site.origin, TRUST_PROXY: "1" });
}
rmSync(site.dataDir, { recursive: true, force: true });
if (site !== EMPTY_SITE) spawnSync("npm", ["run", "--silent", "db:seed"], { env, stdio: "inherit" });
const provider = await startIdentityProvider({ port: Number(site.providerPort), siteOrigin: site.origin });
env.OAUTH_ISSUER = provider.issuer;
env.OAUTH_CLIENT_ID = CLIENT.id;
env.OAUTH_CLIENT_SECRET = CLIENT.secret;
env.ADMIN_EMAILS = `${ACCOUNTS[0]?.email},${OTHER_ORGANISER}`;

const server = spawn("npm", ["start", "--silent"], { env, stdio: ["ignore", "ignore", "inherit"] });
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", async (code) => {
  await stopCaddy?.();
  process.exit(code ?? 0);
});
