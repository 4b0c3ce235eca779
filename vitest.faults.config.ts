import { defineConfig } from "vitest/config";

// Attacks on the promises of docs/reliability.md: one file at a time, through the built server.
export default defineConfig({
  test: {
    include: ["tests/faults/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: "production" },
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
