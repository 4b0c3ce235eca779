// The production server as a process of its own, as `npm start` runs it.
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { TEST_SECRET } from "./form-id.ts";

const START_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 10;

/** Starts the server on a free port of 127.0.0.1 with a new DATA_DIR; `stop` ends it by SIGTERM. */
export async function startServer(settings: Record<string, string> = {}) {
  const port = settings.PORT ?? (await freePort());
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "conference-"));
  const child = spawn("npm", ["start", "--silent"], {
    env: {
      SESSION_SECRET: TEST_SECRET,
      ...process.env,
      RATE_LIMIT: "off",
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => output.push(String(chunk)));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilUp(origin, child, output);
  return { origin, port: Number(port), pid: child.pid ?? 0, dataDir, output, stop: () => stop(child) };
}

/** Waits until a server answers, leaving the processor to it. @throws with its output where it does not come up. */
export async function waitUntilUp(origin: string, child: ChildProcess, output: string[]): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.ok) return;
    await pause(LOOK_EVERY_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`The server did not come up:\n${output.join("")}`);
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Asks the server to end; answers its exit status. */
function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGTERM");
  });
}

/**
 * A port of 127.0.0.1 that nobody listens on. It is below those that Linux gives to connections going out:
 * one of those could take it before it is listened on, and then keep whoever asks there waiting.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
