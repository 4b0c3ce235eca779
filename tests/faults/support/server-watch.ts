// Asserts that an attack causes no failure, no logged error and little memory growth.
import { expect } from "vitest";
import { type Server, usageOf } from "../../support/server.ts";

/** Starts watching the server's memory. */
export function watchServer(server: Server) {
  const start = usageOf(server.pid).megabytes;
  /** Peak memory growth in megabytes since the start. */
  const growth = () => Math.max(0, Math.round(usageOf(server.pid).mostMegabytes - start));
  return {
    growth,
    /** Asserts that the server is healthy, logged no failure and grew by less than `limitMb`. */
    expectWell: async (limitMb = Infinity) => {
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
      expect(server.hasEnded()).toBe(false);
      expect(faultsIn(server.output.join(""))).toEqual([]);
      expect(growth()).toBeLessThan(limitMb);
    },
  };
}

/** Lines with an error or a 5xx, and lines outside the log format, such as stack traces. */
const faultsIn = (output: string): string[] =>
  output.split("\n").filter((line) => {
    if (line === "") return false;
    // The last line may be incomplete, so it is not parsed.
    return !line.startsWith("{") || /"level":"(error|fatal)"|"status":5\d\d/.test(line);
  });
