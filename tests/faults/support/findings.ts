// How many cases an attack makes, and what is written down of it.
import { appendFileSync, mkdirSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";
import { commitId } from "./commit-id.ts";
import { PROMISES, type PromiseName } from "./promises.ts";

/** FAULTS=full makes as many cases as docs/reliability.md promises; anything else, a short run. */
export const isFull = process.env.FAULTS === "full";

/** The number of cases of this run. */
export const cases = (full: number, short: number): number => (isFull ? full : short);

/** Records what an attack found for docs/reliability.md: cases, measurements and the commit. */
export function record(cases: string, result = "holds", promise = promiseOf(testPath())): void {
  mkdirSync("test-results-faults", { recursive: true });
  const attack = expect.getState().currentTestName;
  const line = JSON.stringify({ promise, attack, cases, result, isFull, commit: commitId() });
  appendFileSync("test-results-faults/findings.jsonl", `${line}\n`);
}

const testPath = () => relative(".", expect.getState().testPath ?? "");

function promiseOf(test: string): PromiseName {
  const found = Object.entries(PROMISES).find(([, { tests }]) => tests.includes(test));
  if (!found) throw new Error(`No promise names ${test}`);
  return found[0] as PromiseName;
}
