// Caddy in front of the site, with deploy/Caddyfile and Caddy's internal certificate.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { freePort } from "../../support/server.ts";
import { end } from "./child-process.ts";
import { until } from "./until.ts";

export const hasCaddy = spawnSync("caddy", ["version"]).error === undefined;

/** Starts Caddy on this localhost port, with a second port that redirects. */
export async function startCaddy(port: number, sitePort: number) {
  const plainPort = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "caddy-"));
  const config = join(dir, "Caddyfile");
  writeFileSync(
    config,
    readFileSync("deploy/Caddyfile", "utf8")
      .replace(
        "{\n",
        `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n`,
      )
      .replace("site:3000", `127.0.0.1:${sitePort}`),
  );
  const env = { ...process.env, DOMAIN: "localhost", HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  const child = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], {
    env,
    stdio: "ignore",
  });
  const authority = join(dir, "caddy/pki/authorities/local/root.crt");
  await until("Caddy has made its authority", () => existsSync(authority));
  const ca = readFileSync(authority, "utf8");
  await until("Caddy has a certificate", () => hasCertificate(port, ca));
  return { plainPort, ca, stop: () => end(child) };
}

const hasCertificate = (port: number, ca: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: "localhost", servername: "localhost", port, ca }, () => resolve(true));
    socket.once("error", () => resolve(false)).once("secureConnect", () => socket.destroy());
  });
