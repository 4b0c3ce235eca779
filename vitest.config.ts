import { defineConfig } from "vitest/config";

// Works without the React Router plugin, because the routes are tested through the built server.
export default defineConfig({
  // Emails are written in JSX, compiled for production like everything else.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["tests/{models,routes}/**/*.test.ts"],
    globalSetup: "tests/support/seed-template.ts",
    pool: "forks",
    isolate: false,
    setupFiles: "tests/support/fresh-modules.ts",
    // Uses both processors of a small computer; the default leaves one free.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Emails about decisions are sent at once, except in the tests of their undo.
    env: { NODE_ENV: "production", UNDO_SECONDS: "0" },
    // The first lines of a page in a failed assertion are more useful than all of it.
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
