import type { PromiseName } from "../promises.ts";

/** One line that a promise hangs on: taken away on purpose, its test has to fail. */
export type Break = {
  promise: PromiseName;
  /** The break in words, for docs/reliability.md. */
  what: string;
  file: string;
  find: string;
  replace: string;
  /** The test file that notices. */
  test: string;
  /** Part of the name of its test, where one is enough. */
  name?: string;
};
