// Varnish in front of the site, with deploy/varnish.vcl.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/server.ts";
import { end } from "./child-process.ts";
import { responds, until } from "./until.ts";

export const hasVarnish = spawnSync("varnishd", ["-V"]).error === undefined;

/** Starts Varnish on a free port on 127.0.0.1. */
export async function startVarnish(sitePort: number) {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "varnish-"));
  const vcl = join(dir, "byline.vcl");
  writeFileSync(vcl, readFileSync("deploy/varnish.vcl", "utf8").replace('"3000"', `"${sitePort}"`));
  const child = spawn(
    "varnishd",
    [
      ...["-j", "none", "-F", "-n", dir, "-a", `127.0.0.1:${port}`, "-f", vcl],
      ...["-s", "malloc,64m", "-p", "thread_pool_min=10"],
    ],
    { stdio: "ignore" },
  );
  await until("Varnish responds for the site", () => responds(`http://127.0.0.1:${port}/healthz`));
  return { port, stop: () => end(child) };
}
