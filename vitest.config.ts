import { defineConfig } from "vitest/config";

// Runs without the React Router plugin, because the routes are tested through the built server.
export default defineConfig({
  // Compiles the JSX of emails for production.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["tests/{models,routes}/**/*.test.ts"],
    globalSetup: "tests/support/seed-template.ts",
    pool: "forks",
    isolate: false,
    setupFiles: "tests/support/fresh-modules.ts",
    // Uses both processors of a small computer. The default leaves one free.
    maxWorkers: 2,
    // A full matrix takes minutes on a slow computer.
    testTimeout: process.env.MATRIX ? 30 * 60_000 : 90_000,
    hookTimeout: 90_000,
    // Sends emails about decisions immediately, except in the undo tests.
    env: { NODE_ENV: "production", UNDO_SECONDS: "0" },
    // Shows only the first lines of a page in a failed assertion.
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
