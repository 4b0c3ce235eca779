// How many cases an attack makes, and what is written down of it.
import { appendFileSync, mkdirSync } from "node:fs";
import type { PromiseName } from "./promises.ts";

/** FAULTS=full makes as many cases as docs/reliability.md promises; anything else, a short run. */
const isFull = process.env.FAULTS === "full";

/** The number of cases of this run. */
export const cases = (full: number, short: number): number => (isFull ? full : short);

/**
 * Writes down what an attack found, for docs/reliability.md: the promise by its short name, the attack in a
 * few words, how many cases it made, and the result with its figures.
 */
export function record(finding: {
  promise: PromiseName;
  attack: string;
  cases: string;
  result: string;
}): void {
  mkdirSync("test-results-faults", { recursive: true });
  appendFileSync("test-results-faults/findings.jsonl", `${JSON.stringify({ ...finding, isFull })}\n`);
}
