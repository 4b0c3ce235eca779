import { defineConfig } from "vitest/config";

// Attacks on the promises of docs/reliability.md, through the built server.
export default defineConfig({
  test: {
    include: ["tests/faults/**/*.test.ts"],
    pool: "forks",
    // Much of an attack is waiting: for a process to start or stop, for a time to be over.
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: "production" },
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
