// Runs Debian's nginx on a separate port, as a static file server and as a cache for the site.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram } from "./harness.ts";

export const hasNginx = (): boolean => spawnSync("nginx", ["-v"]).error === undefined;

/** `/file` is a static file. `/` is the site behind a cache that follows the site's headers. */
export async function startNginx(port: number, site: string, ready: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "bench-nginx-"));
  mkdirSync(join(folder, "cache"));
  writeFileSync(join(folder, "file"), ready);
  writeFileSync(
    join(folder, "nginx.conf"),
    `worker_processes 2; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; open_file_cache max=100;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  proxy_cache_path ${folder}/cache keys_zone=pages:1m;
  server {
    listen 127.0.0.1:${port};
    location = /file { root ${folder}; default_type text/html; add_header Content-Encoding br; }
    location / {
      proxy_pass ${site}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
      proxy_cache pages; proxy_cache_revalidate on; proxy_cache_use_stale updating; proxy_cache_lock on;
    }
  }
}`,
  );
  return startProgram(
    "nginx",
    ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")],
    {},
    `http://127.0.0.1:${port}/file`,
  );
}
