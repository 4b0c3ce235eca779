import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that spend most of their time waiting. */
const WAITING = /(fronts|message-once|oversize|server-failure)\.test/;
const isWaiting = ({ moduleId }: TestSpecification) => Number(WAITING.test(moduleId));

/** Starts the waiting files first, because other files use the processors meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => isWaiting(other) - isWaiting(one));
  }
}

// Tests the promises in docs/reliability.md, through the built server.
export default defineConfig({
  // Compiles the JSX of emails for production.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    include: ["tests/faults/**/*.test.ts"],
    globalSetup: "tests/support/seed-template.ts",
    pool: "forks",
    isolate: false,
    setupFiles: "tests/support/fresh-modules.ts",
    // The tests mostly wait for processes to start or stop, or for time to pass.
    maxWorkers: 3,
    ...(process.env.SHUFFLE ? {} : { sequence: { sequencer: WaitingFirst } }),
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    // Sends emails about decisions immediately, except in the undo tests.
    env: { NODE_ENV: "production", UNDO_SECONDS: "0" },
    diff: { truncateThreshold: 30, truncateAnnotation: "…" },
  },
});
