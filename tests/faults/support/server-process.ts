// The server itself, with no npm before it: what is killed is what serves.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import site from "../../../package.json" with { type: "json" };
import { TEST_SECRET } from "../../support/form-id.ts";
import { ORGANISER } from "../../support/organiser.ts";
import { freePort, waitUntilUp } from "../../support/server.ts";

/** What `npm start` sets for the process, memory's settings among it. */
const START_ENV = Object.fromEntries(
  [...site.scripts.start.matchAll(/\b([A-Z_]+)=(\w+)/g)].map(([, name = "", value = ""]) => [name, value]),
);
const SERVE = ["node_modules/@react-router/serve/dist/cli.js", "./server.js"];

/** Starts the production server on a free port of 127.0.0.1, for one organiser, without rate limits. */
export async function startProcess(dataDir = mkdtempSync(join(tmpdir(), "conference-"))) {
  const port = await freePort();
  const child = spawn(process.execPath, SERVE, {
    env: {
      SESSION_SECRET: TEST_SECRET,
      ...process.env,
      ...START_ENV,
      RATE_LIMIT: "off",
      ADMIN_EMAILS: ORGANISER,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilUp(origin, child, output);
  return {
    origin,
    port,
    dataDir,
    output,
    /** Kilobytes of memory that the process holds now. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]),
    /** Ends it in the middle of whatever it does. */
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

/** Signs the organiser in by a one-time link put into the database; answers the cookies of the login. */
export async function signInOver({ origin, dataDir }: ServerProcess): Promise<string> {
  const token = crypto.randomUUID();
  const sqlite = new Database(join(dataDir, "conference.db"));
  sqlite
    .prepare("insert into sign_in_links (token_hash, email, expire) values (?, ?, ?)")
    .run(createHash("sha256").update(token).digest("hex"), ORGANISER, Date.now() + 60_000);
  sqlite.close();
  const response = await fetch(`${origin}/api/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ link: token }),
  });
  if (response.status !== 303) throw new Error(`Signing in was answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
