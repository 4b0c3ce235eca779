// Loaded into each test process by NODE_OPTIONS. Tells mutated code whether its mutant is active.
import { appendFileSync } from "node:fs";

const active = Number(process.env.MUTANT ?? -1);
const trace = process.env.MUTANT_TRACE;
const seen = new Set<string>();

function isMutated(id: number): boolean {
  if (trace) note(trace, `${process.env.MUTANT_TEST_FILE}\t${id}\n`);
  return id === active;
}

function note(file: string, line: string): void {
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(file, line);
}

Object.assign(process, { isMutated });
