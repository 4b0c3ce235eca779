// node tests/support/serve-site.ts sample|empty: one of the two sites, from nothing.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { EMPTY_SITE, SAMPLE_SITE } from "./sites.ts";

const site = process.argv[2] === SAMPLE_SITE.name ? SAMPLE_SITE : EMPTY_SITE;
const env = { ...process.env, DATA_DIR: site.dataDir, PORT: String(site.port) };
rmSync(site.dataDir, { recursive: true, force: true });
if (site === SAMPLE_SITE) spawnSync("npm", ["run", "--silent", "db:seed"], { env, stdio: "inherit" });

const server = spawn("npm", ["start", "--silent"], { env, stdio: ["ignore", "ignore", "inherit"] });
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code) => process.exit(code ?? 0));
