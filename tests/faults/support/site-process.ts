// The server as the one process that the container runs, so that signals and traces reach it and nobody else.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { TEST_SECRET } from "../../support/form-id.ts";
import { freePort } from "../../support/server.ts";
import { until } from "./until.ts";

const COMMAND = ["node_modules/@react-router/serve/dist/cli.js", "./server.js"];
const START_LIMIT_MS = 30_000;

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), "conference-"));

/** What a server is started with, beside the tests' own settings; `command` is put before node's. */
type Options = {
  dataDir?: string;
  port?: number;
  settings?: Record<string, string>;
  command?: string[];
  /** The folder of another build. */
  cwd?: string;
  /** Where standard output goes, in place of `output`: an open file. */
  stdout?: number;
};

/** Starts the process and does not wait for it. */
export async function launchSite({
  dataDir = newDataDir(),
  port,
  settings = {},
  command = [],
  cwd,
  stdout,
}: Options = {}) {
  const ownPort = port ?? (await freePort());
  const [program = "", ...args] = [...command, process.execPath, ...COMMAND];
  const child = spawn(program, args, {
    cwd,
    env: {
      SESSION_SECRET: TEST_SECRET,
      ...process.env,
      NODE_ENV: "production",
      RATE_LIMIT: "off",
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(ownPort),
      ...settings,
    },
    stdio: ["ignore", stdout ?? "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout?.on("data", (chunk) => output.push(String(chunk)));
  child.stderr?.on("data", (chunk) => output.push(String(chunk)));
  // A test that fails leaves nobody running behind.
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    port: ownPort,
    dataDir,
    pid: child.pid ?? 0,
    output,
    /** Nobody reads what it prints any more: as when the program that did has ended. */
    closeOutput: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    /** Nobody takes what it prints for now. */
    holdOutput: () => {
      child.stdout?.pause();
    },
    letOutput: () => {
      child.stdout?.resume();
    },
    /** Its exit status once it has ended; null where a signal ended it. */
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Sends a signal; answers the exit status. */
    end: (signal: NodeJS.Signals) => endBy(signal, child, exited),
  };
}

export type Site = Awaited<ReturnType<typeof launchSite>>;

/** Starts the server and waits until it is ready. */
export async function startSite(options?: Options): Promise<Site & { readyMs: number }> {
  const start = performance.now();
  const site = await launchSite(options);
  await until("the server is ready", () => site.hasEnded() || isReady(site.origin), START_LIMIT_MS);
  if (site.hasEnded()) throw new Error(`The server did not come up:\n${site.output.join("")}`);
  return { ...site, readyMs: performance.now() - start };
}

const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/healthz`).catch(() => null))?.ok === true;

function endBy(signal: NodeJS.Signals, child: ChildProcess, exited: Promise<number | null>) {
  child.kill(signal);
  return exited;
}

/** Resident memory of a process in megabytes, and how many files and sockets it has open. */
export function usageOf(pid: number): { megabytes: number; descriptors: number } {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { megabytes: Number(kilobytes) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}
