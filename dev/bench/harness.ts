// Starts servers, runs wrk, and formats results for the benchmarks.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_SECRET } from "../../tests/support/form-id.ts";

/** Processes that are killed when this one exits, so they do not disturb the next measurement. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill();
});

export type LoadResult = { requestsPerSecond: number; p99: number };

/** Starts a program and waits until `address` responds. `stop` ends it and waits for its exit. */
export async function startProgram(
  command: string,
  args: string[],
  env: Record<string, string>,
  address: string,
): Promise<{ pid: number; stop: () => Promise<void>; startedAfter: number }> {
  const begun = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  while (child.exitCode === null) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (child.exitCode !== null || child.pid === undefined) throw new Error(`${command} exited immediately`);
  return { pid: child.pid, stop: () => end(child), startedAfter: performance.now() - begun };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** The command of `npm start`, run without npm. */
export const START_COMMAND = JSON.parse(readFileSync("package.json", "utf8")).scripts.start as string;

/** Starts the site as `npm start` does, with the sample conference in a new DATA_DIR. */
export async function startSite(
  port: number,
  { preload, env: more = {} }: { preload?: string; env?: Record<string, string> } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: "127.0.0.1",
    RATE_LIMIT: "off",
    SESSION_SECRET: TEST_SECRET,
    ...more,
  };
  if (preload) env.NODE_OPTIONS = `--import=${preload}`;
  spawnSync("node", ["bin/seed.ts"], { env: { ...process.env, DATA_DIR: dataDir }, stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  return { ...(await startProgram("sh", ["-c", START_COMMAND], env, `${origin}/healthz`)), origin, dataDir };
}

/** Returns the cookie of a pending toast. Requests with it bypass the page cache. */
export async function fetchToastCookie(origin: string): Promise<string> {
  const form = { method: "POST", redirect: "manual", body: new URLSearchParams() } as const;
  const [toast = ""] = (await fetch(`${origin}/registration/none`, form)).headers.getSetCookie();
  return toast.split(";", 1)[0] ?? "";
}

/** Runs `wrk -t2 -c32`. Requires Debian's package wrk. */
export function measureLoad(
  url: string,
  seconds: number,
  { headers = {}, script }: { headers?: Record<string, string>; script?: string } = {},
): LoadResult {
  const args = ["-t2", "-c32", `-d${seconds}s`, "--latency"];
  for (const [name, value] of Object.entries({ "Accept-Encoding": "gzip, deflate, br", ...headers })) {
    args.push("-H", `${name}: ${value}`);
  }
  if (script) args.push("-s", script);
  const { stdout, error } = spawnSync("wrk", [...args, url], { encoding: "utf8" });
  if (error) throw new Error("wrk is not installed: apt-get install wrk");
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} was refused:\n${stdout}`);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: inMilliseconds(/99%\s+([\d.]+\w+)/.exec(stdout)?.[1] ?? ""),
  };
}

function inMilliseconds(text: string): number {
  const [, value = "", unit = ""] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Measures the candidates in turn, so a slow minute affects all of them equally. */
export function measureAlternately(
  rounds: number,
  candidates: Record<string, () => LoadResult>,
): Map<string, LoadResult> {
  const found = new Map<string, LoadResult[]>(Object.keys(candidates).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(candidates)) found.get(name)?.push(measure());
  }
  const medians = [...found].map(([name, loads]): [string, LoadResult] => [
    name,
    {
      requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
      p99: median(loads.map((one) => one.p99)),
    },
  ]);
  return new Map(medians);
}

export const readResidentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000);

export function table(head: string[], rows: (string | number)[][]): string {
  return [
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

export const formatWhole = (value: number): string => Math.round(value).toLocaleString("en-AU");
