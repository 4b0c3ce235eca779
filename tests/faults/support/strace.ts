// strace (Debian package): traces system calls and injects errors.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { until } from "./until.ts";

/** The reason why processes cannot be traced here, or null. */
export function tracingProblem(): string | null {
  const { error, status, stderr } = spawnSync("strace", ["-o", "/dev/null", "true"], { encoding: "utf8" });
  if (error) return "strace is not installed (apt install strace)";
  return status === 0 ? null : `strace may not trace here: ${stderr.trim()}`;
}

/** Attaches strace to every thread of a process until `detach` is called. */
export async function attach(pid: number, ...args: string[]): Promise<{ detach: () => Promise<void> }> {
  const strace = spawn("strace", ["-f", "-q", ...args, "-p", String(pid)], { stdio: "ignore" });
  await until("strace is attached", () => threadsOf(pid).every((thread) => tracerOf(pid, thread) !== 0));
  return {
    detach: async () => {
      strace.kill("SIGINT");
      await until("strace is detached", () => threadsOf(pid).every((thread) => tracerOf(pid, thread) === 0));
    },
  };
}

const threadsOf = (pid: number): string[] => readdirSync(`/proc/${pid}/task`);

function tracerOf(pid: number, thread: string): number {
  const path = `/proc/${pid}/task/${thread}/status`;
  // The thread may have ended.
  return existsSync(path) ? Number(/TracerPid:\s+(\d+)/.exec(readFileSync(path, "utf8"))?.[1]) : 0;
}

/** A completed system call: name, arguments and result. */
export type Call = { name: string; args: string; result: string };

/** Calls in a trace from `strace -f -o`, in the order in which they returned. */
export function callsOf(trace: string): Call[] {
  const begun = new Map<string, string>();
  return trace.split("\n").flatMap((line) => {
    const [, thread = "", event = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(event);
    if (unfinished) {
      begun.set(thread, unfinished[1] ?? "");
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(event);
    const whole = resumed ? (begun.get(thread) ?? "") + resumed[1] : event;
    const [, name, args = "", result = ""] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(whole) ?? [];
    return name === undefined ? [] : [{ name, args, result }];
  });
}
