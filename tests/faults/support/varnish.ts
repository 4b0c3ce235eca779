// Varnish in front of the site, with deploy/varnish.vcl.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/server.ts";
import { end } from "./child-process.ts";
import { until } from "./until.ts";

export const hasVarnish = spawnSync("varnishd", ["-V"]).error === undefined;

/** Starts Varnish on a port of 127.0.0.1. Returns the port and a function that ends it. */
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
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("Varnish answers for the site", answers);
  return { port, stop: () => end(child) };
}
