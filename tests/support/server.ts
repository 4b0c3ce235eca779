// The production server in a separate process, started as in the container or by `npm start`.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import site from "../../package.json" with { type: "json" };
import { TEST_SECRET } from "./form-id.ts";
import { newFolder } from "./new-folder.ts";

const START_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 10;

/** The command of `npm start` without npm, so that signals reach the server itself. */
const SERVE = [process.execPath, ...(site.scripts.start.match(/--[\w-]+=\w+/g) ?? []), "server.js"];
/** Environment set by `npm start`, including memory settings. */
const START_ENV = Object.fromEntries(
  [...site.scripts.start.matchAll(/\b([A-Z_]+)=(\w+)/g)].map(([, name = "", value = ""]) => [name, value]),
);

/** Compile cache shared by all servers. */
export const COMPILE_CACHE = resolve("data/compile-cache");

export const newDataDir = newFolder;

export type LaunchOptions = {
  dataDir?: string;
  port?: number;
  settings?: Record<string, string>;
  /** Words to put before the server's command. */
  command?: string[];
  /** Folder of another build. */
  cwd?: string;
  /** File descriptor to use for standard output, instead of `output`. */
  stdout?: number;
  /** npm script that starts the server. */
  script?: "start" | "start:plain";
};

/** Starts the process, by default on a free port on 127.0.0.1. Does not wait for a response. */
export async function launch(options: LaunchOptions = {}) {
  const { dataDir = newDataDir(), settings = {}, command = [], cwd, stdout, script } = options;
  const port = options.port ?? (await freePort());
  const [program = "", ...args] = [...command, ...(script ? ["npm", "run", "--silent", script] : SERVE)];
  const child = spawn(program, args, {
    cwd,
    env: {
      SESSION_SECRET: TEST_SECRET,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      ...(script ? {} : START_ENV),
      RATE_LIMIT: "off",
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...settings,
    },
    stdio: ["ignore", stdout ?? "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout?.on("data", (chunk) => output.push(String(chunk)));
  child.stderr?.on("data", (chunk) => output.push(String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    output,
    child,
    /** Exit status, or null after a signal. */
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end,
    stop: () => end("SIGTERM"),
  };
}

type Launched = Awaited<ReturnType<typeof launch>>;

/** Waits until a server responds. @throws with the server's output if it fails to start. */
export async function untilUp<Site extends Launched>(launched: Site): Promise<Site> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && !launched.hasEnded()) {
    const response = await fetch(`${launched.origin}/healthz`).catch(() => null);
    if (response?.ok) return launched;
    await pause(LOOK_EVERY_MS);
  }
  launched.child.kill("SIGKILL");
  throw new Error(`The server did not come up:\n${launched.output.join("")}`);
}

/** Starts the server with these settings and waits until it responds. */
export const startServer = async (
  { PORT, DATA_DIR, ...settings }: Record<string, string> = {},
  { script }: Pick<LaunchOptions, "script"> = {},
) => untilUp(await launch({ script, settings, dataDir: DATA_DIR, port: PORT ? Number(PORT) : undefined }));

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Current and peak memory of a process in megabytes, and its number of open descriptors. */
export function usageOf(pid: number): { megabytes: number; mostMegabytes: number; descriptors: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return {
    megabytes: megabytes("VmRSS"),
    mostMegabytes: megabytes("VmHWM"),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Finds a free port on 127.0.0.1, below the ports that Linux uses for outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_768);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
