// What an attack must not do to the server: fail, log an error, grow.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Server } from "../../support/server.ts";

const KB = 1024;

/** Watches the server's memory from now on. */
export function watchServer(server: Server) {
  const pid = listenerBelow(server.pid);
  const start = memoryOf(pid, "VmRSS");
  return {
    /** Bytes of memory that it had more than at the start, at the worst moment since then. */
    growth: () => Math.max(0, memoryOf(pid, "VmHWM") - start),
    /** What its log tells of faults of its own. */
    faults: () => faultsIn(server.output.join("")),
    /** Asserts that it is the same process, that it is well, and that nothing was its fault. */
    expectWell: async () => {
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
      expect(listenerBelow(server.pid)).toBe(pid);
      expect(faultsIn(server.output.join(""))).toEqual([]);
    },
  };
}

/** Lines with an error, an answer of 500 and above, or that are no log lines: stack traces. */
function faultsIn(output: string): string[] {
  return output.split("\n").filter((line) => {
    if (line === "" || line.startsWith("[react-router-serve]")) return false;
    if (!line.startsWith("{")) return true;
    // The last line may not be complete yet.
    return /"level":"(error|fatal)"|"status":5\d\d/.test(line);
  });
}

/** npm starts the server: of its children the one that stays. */
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
