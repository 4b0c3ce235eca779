// How many cases an attack makes, and what is written down of it.
import { appendFileSync, mkdirSync } from "node:fs";
import { commitId } from "./commit-id.ts";
import type { PromiseName } from "./promises.ts";

/** FAULTS=full makes as many cases as docs/reliability.md promises; anything else, a short run. */
const isFull = process.env.FAULTS === "full";

/** The number of cases of this run. */
export const cases = (full: number, short: number): number => (isFull ? full : short);

/**
 * Writes down what an attack found, for docs/reliability.md: the promise by its short name, the attack in a
 * few words, how many cases it made, the result with its figures, and the commit that it attacked.
 */
export function record(finding: {
  promise: PromiseName;
  attack: string;
  cases: string;
  result: string;
}): void {
  mkdirSync("test-results-faults", { recursive: true });
  const line = JSON.stringify({ ...finding, isFull, commit: commitId() });
  appendFileSync("test-results-faults/findings.jsonl", `${line}\n`);
}
