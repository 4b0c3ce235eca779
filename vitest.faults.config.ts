import { defineConfig } from "vitest/config";

// Attacks on the promises of docs/reliability.md, through the built server.
export default defineConfig({
  // As in vitest.config.ts, for emails.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["tests/faults/**/*.test.ts"],
    globalSetup: "tests/support/seed-template.ts",
    pool: "forks",
    isolate: false,
    setupFiles: "tests/support/fresh-modules.ts",
    // Attacks mostly wait: for processes to start or stop, or for time to pass.
    maxWorkers: 3,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    // Emails about decisions are sent at once, except in the tests of their undo.
    env: { NODE_ENV: "production", UNDO_SECONDS: "0" },
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
