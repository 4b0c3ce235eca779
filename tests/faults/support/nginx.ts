// nginx in front of the site, with TLS and deploy/nginx.conf.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/server.ts";
import { end } from "./child-process.ts";
import { until } from "./until.ts";

export const hasNginx = ["nginx", "openssl"].every(
  (program) => spawnSync(program, [program === "nginx" ? "-v" : "version"]).error === undefined,
);

/** A port on which nothing listens. */
const DISCARD_PORT = 9;

/** Starts nginx in front of a site, with a certificate and a second port that redirects. */
export async function startNginx(port: number, sitePort: number, secondPort = DISCARD_PORT) {
  const plainPort = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "nginx-"));
  const [key, certificate] = [join(dir, "key.pem"), join(dir, "certificate.pem")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    ...["-keyout", key, "-out", certificate],
  ]);
  if (made.status !== 0) throw new Error(`No certificate:\n${made.stderr}`);
  const config = join(dir, "nginx.conf");
  writeFileSync(config, configure(dir, { port, plainPort, sitePort, secondPort }));
  const child = spawn("nginx", ["-p", dir, "-c", config, "-e", join(dir, "error.log")], { stdio: "ignore" });
  await until("nginx listens", () => existsSync(join(dir, "nginx.pid")));
  return {
    plainPort,
    ca: readFileSync(certificate, "utf8"),
    logs: () => ["byline.log", "error.log"].map((name) => readFileSync(join(dir, name), "utf8")),
    /** Directs visitors to one of the site's two ports and waits until the other is idle. */
    switchTo: async (which: "first" | "second") => {
      const [from, to] = which === "second" ? [OPEN, DOWN] : [DOWN, OPEN];
      const text = readFileSync(config, "utf8");
      writeFileSync(config, text.replace(`:${sitePort} ${from};`, `:${sitePort} ${to};`));
      const before = workersOf(child);
      child.kill("SIGHUP");
      await until("the previous workers have ended", () => {
        const now = workersOf(child);
        return now.length > 0 && !now.some((pid) => before.includes(pid));
      });
    },
    stop: () => end(child),
  };
}

/** Parameters of the first port in the configuration: when active, and when inactive. */
const [OPEN, DOWN] = ["max_fails=0", "down"];

const workersOf = ({ pid }: ChildProcess): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);

/** deploy/nginx.conf with this test's ports, names and folders. */
function configure(
  dir: string,
  { port, plainPort, sitePort, secondPort }: Record<"port" | "plainPort" | "sitePort" | "secondPort", number>,
): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const example = readFileSync("deploy/nginx.conf", "utf8")
    .replaceAll("listen 80", `listen 127.0.0.1:${plainPort}`)
    .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll("server_name conference.example.com", "server_name localhost")
    .replaceAll(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/g, `${dir}/certificate.pem`)
    .replaceAll(/\/etc\/letsencrypt\/\S+\/privkey\.pem/g, `${dir}/key.pem`)
    .replaceAll(/\/var\/(log|cache)\/nginx/g, dir)
    .replace("server 127.0.0.1:3000", `server 127.0.0.1:${sitePort}`)
    .replace("server 127.0.0.1:3001", `server 127.0.0.1:${secondPort}`);
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid ${dir}/nginx.pid;
    error_log ${dir}/error.log;
    events {}
    http {
      ${folders.map((folder) => `${folder}_temp_path ${dir}/${folder};`).join("\n      ")}
      ${example}
    }`;
}
