// Numbers of cases, and the record of results for docs/reliability.md.
import { appendFileSync, mkdirSync } from "node:fs";
import { relative } from "node:path";
import { expect } from "vitest";
import { commitId } from "./commit-id.ts";
import { PROMISES, type PromiseName } from "./promises.ts";

/** FAULTS=full runs as many cases as docs/reliability.md lists. */
export const isFull = process.env.FAULTS === "full";

export const cases = (full: number, short: number): number => (isFull ? full : short);

/** Stores a sentence about the cases and one about the result, for `npm run reliability`. */
export function record(cases: string, result: string, promise = promiseOf(testPath())): void {
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
