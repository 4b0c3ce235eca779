// The breaks in breaks.jsonl, applied by `npm run test:breaks`.
import { readFileSync } from "node:fs";
import type { PromiseName } from "../promises.ts";

/** A change of one line that breaks a promise, and the test that must fail with it. */
export type Break = {
  promise: PromiseName;
  /** Description that `npm run test:breaks` prints. */
  what: string;
  file: string;
  find: string;
  replace: string;
  /** Test file that must fail. */
  test: string;
  /** Part of the test's name, if one test suffices. */
  name?: string;
};

export const BREAKS = readFileSync(new URL("breaks.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((row): Break => JSON.parse(row));
