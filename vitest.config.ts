import { defineConfig } from "vitest/config";

// On its own, without the React Router plugin: the routes are tested through the built server.
export default defineConfig({
  // The mails are written in JSX, which is to be made for production like everything else.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["tests/{models,routes}/**/*.test.ts"],
    globalSetup: "tests/support/seed-template.ts",
    pool: "forks",
    isolate: false,
    setupFiles: "tests/support/fresh-modules.ts",
    // Both processors of a small machine: by itself it leaves one free.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Emails about decisions go out at once, but in the tests of their undo.
    env: { NODE_ENV: "production", UNDO_SECONDS: "0" },
    // A whole page in a failed assertion says less than its first lines.
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
