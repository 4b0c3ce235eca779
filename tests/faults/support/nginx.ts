// nginx with TLS before the site, as a self-hosted one has it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether it can be started here, with a certificate of its own. */
export const hasNginx = ["nginx", "openssl"].every(
  (program) => spawnSync(program, [program === "nginx" ? "-v" : "version"]).error === undefined,
);

const START_LIMIT_MS = 10_000;

/** Starts it on a port of localhost, before a site on another one. Answers its certificate and how to end it. */
export async function startNginx(port: number, sitePort: number) {
  const dir = mkdtempSync(join(tmpdir(), "nginx-"));
  const [key, certificate] = [join(dir, "key.pem"), join(dir, "certificate.pem")];
  const made = spawnSync("openssl", [
    ...[
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
    ],
    ...["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
  ]);
  if (made.status !== 0) throw new Error(`No certificate:\n${made.stderr}`);
  const config = join(dir, "nginx.conf");
  writeFileSync(config, configure(dir, port, sitePort));
  const child = spawn("nginx", ["-p", dir, "-c", config, "-e", join(dir, "error.log")], { stdio: "ignore" });
  await waitUntilUp(port, child);
  return { ca: readFileSync(certificate, "utf8"), stop: () => stop(child) };
}

function configure(dir: string, port: number, sitePort: number): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid ${dir}/nginx.pid;
    error_log ${dir}/error.log;
    events {}
    http {
      access_log off;
      ${folders.map((folder) => `${folder}_temp_path ${dir}/${folder};`).join("\n      ")}
      server {
        listen 127.0.0.1:${port} ssl;
        server_name localhost;
        ssl_certificate ${dir}/certificate.pem;
        ssl_certificate_key ${dir}/key.pem;
        client_max_body_size 12m;
        location / {
          proxy_pass http://127.0.0.1:${sitePort};
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
        }
      }
    }`;
}

async function waitUntilUp(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const isUp = await new Promise<boolean>((resolve) => {
      const probe = connect(port, "127.0.0.1", () => resolve(true));
      probe.once("error", () => resolve(false));
      probe.once("connect", () => probe.destroy());
    });
    if (isUp) return;
  }
  child.kill("SIGKILL");
  throw new Error("nginx did not come up");
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
