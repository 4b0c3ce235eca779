// Every break that `npm run test:breaks` makes, a row each in breaks.jsonl.
import { readFileSync } from "node:fs";
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

export const BREAKS = readFileSync(new URL("breaks.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((row): Break => JSON.parse(row));
