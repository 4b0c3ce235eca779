// Asserts that an attack causes no failure, no logged error and no memory growth.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Server } from "../../support/server.ts";

const KB = 1024;

/** Starts watching the server's memory. */
export function watchServer(server: Server) {
  const pid = listenerBelow(server.pid);
  const start = memoryOf(pid, "VmRSS");
  return {
    /** Peak memory growth in bytes since the start. */
    growth: () => Math.max(0, memoryOf(pid, "VmHWM") - start),
    faults: () => faultsIn(server.output.join("")),
    /** Asserts that the same process runs, is healthy and has logged no failure. */
    expectWell: async () => {
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
      expect(listenerBelow(server.pid)).toBe(pid);
      expect(faultsIn(server.output.join(""))).toEqual([]);
    },
  };
}

/** Lines with an error or a 5xx, and lines outside the log format, such as stack traces. */
function faultsIn(output: string): string[] {
  return output.split("\n").filter((line) => {
    if (line === "" || line.startsWith("[react-router-serve]")) return false;
    if (!line.startsWith("{")) return true;
    // The last line may not be complete yet.
    return /"level":"(error|fatal)"|"status":5\d\d/.test(line);
  });
}

/** The server process among npm's children. */
function listenerBelow(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "))
    .filter((child) => child !== "");
  return children.length === 0 ? pid : listenerBelow(Number(children[0]));
}

function memoryOf(pid: number, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) * KB;
}
