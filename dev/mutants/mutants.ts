// npm run test:mutants -- [count] [seed]: mutates random expressions in a copy and checks that the
// quick tests fail. One build contains all mutants, each behind a condition.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { findMutants, type Mutant } from "./find-mutants.ts";

/** Code that handles data, requests, logins and mail. */
const SOURCES = ["app/models", "app/http", "app/auth*", "app/session*", "app/db", "app/mail"];
/** Excludes sample data, types, and table definitions, which only migrations put into effect. */
const LEFT_OUT = /sample-conference|schema\.server|\.d\.ts$/;
const TEST_LIMIT_MS = 25 * 60_000;
/** Report file of the last vitest run, in the copy. */
const REPORT = "unit.json";

const [count = 60, seed = 1] = process.argv.slice(2).map(Number);
const copy = join(mkdtempSync(join(tmpdir(), "mutants-")), "copy");
run(process.cwd(), "git", ["clone", "--quiet", ".", copy]);
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));

const chosen = choose(sources().flatMap((file) => findMutants(file, read(file))));
instrument(chosen);
run(copy, "npm", ["run", "--silent", "build"]);
const { testsOf, duration } = traceTests();
const survivors = chosen.filter((mutant, id) => !isKilled(mutant, id));
const killed = chosen.length - survivors.length;
console.log(`\n${killed} of ${chosen.length} mutants killed (seed ${seed}).`);
if (killed < 0.95 * chosen.length) process.exitCode = 1;

function sources(): string[] {
  const listed = run(copy, "git", ["ls-files", ...SOURCES])
    .stdout.trim()
    .split("\n");
  return listed.filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file));
}

/** Picks random mutants that do not overlap. The same seed picks the same mutants. */
function choose(all: Mutant[]): Mutant[] {
  const random = randomFrom(seed);
  const shuffled = all
    .map((mutant) => [random(), mutant] as const)
    .sort(([a], [b]) => a - b)
    .map(([, mutant]) => mutant);
  const taken: Mutant[] = [];
  for (const mutant of shuffled) {
    const overlaps = taken.some(
      ({ file, start, end }) => file === mutant.file && start < mutant.end && mutant.start < end,
    );
    if (!overlaps && taken.length < count) taken.push(mutant);
  }
  return taken;
}

/** Adds both versions of each chosen expression to the copy's sources. */
function instrument(mutants: Mutant[]): void {
  const fromTheEnd = [...mutants.entries()].sort(([, a], [, b]) => b.start - a.start);
  for (const [id, { file, start, end, original, mutated }] of fromTheEnd) {
    const source = read(file);
    const both = `(globalThis.process?.isMutated?.(${id}) ? (${mutated}) : (${original}))`;
    writeFileSync(join(copy, file), source.slice(0, start) + both + source.slice(end));
  }
}

/** Runs all quick tests on the unchanged code, and records which test files reach each mutant. */
function traceTests() {
  const trace = join(copy, "trace.txt");
  writeFileSync(trace, "");
  writeFileSync(
    join(copy, "mutants.setup.ts"),
    `import { expect } from "vitest"; process.env.MUTANT_TEST_FILE = expect.getState().testPath;`,
  );
  writeFileSync(
    join(copy, "mutants.config.ts"),
    `import { mergeConfig } from "vitest/config";
     import { BaseSequencer } from "vitest/node";
     import own from "./vitest.config.ts";
     const order = (process.env.MUTANT_TESTS ?? "").split("\\n");
     const place = ({ moduleId }) => order.indexOf(moduleId);
     class InOrder extends BaseSequencer {
       async sort(files) { return [...files].sort((one, other) => place(one) - place(other)); }
     }
     export default mergeConfig(own, { test: { sequence: { sequencer: InOrder },
       setupFiles: ["./mutants.setup.ts"], exclude: ["tests/models/breaks.test.ts", "tests/routes/demo.test.ts"] } });`,
  );
  const done = runTests([], { MUTANT_TRACE: trace });
  const report = JSON.parse(read(REPORT)) as TestReport;
  if (done.status !== 0) throw new Error(`The tests fail without any mutant: ${failuresIn(report)}`);
  const testsOf = new Map<number, string[]>();
  for (const line of readFileSync(trace, "utf8").trim().split("\n")) {
    const [test = "", id] = line.split("\t");
    testsOf.set(Number(id), [...new Set([...(testsOf.get(Number(id)) ?? []), test])]);
  }
  const duration = new Map(
    report.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]),
  );
  return { testsOf, duration };
}

type TestReport = {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

function failuresIn({ testResults }: TestReport): string {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => `${fullName} (${failureMessages[0]?.split("\n")[0]})`)
    .join(", ");
}

/** Runs the tests that reach the mutant, its file's own test first. Returns true if one fails. */
function isKilled({ file, line, original, mutated }: Mutant, id: number): boolean {
  const stem = basename(file).replace(/\..*/, "");
  const cost = (test: string) => (basename(test).startsWith(`${stem}.`) ? 0 : (duration.get(test) ?? 0));
  const tests = (testsOf.get(id) ?? []).sort((one, other) => cost(one) - cost(other));
  const env = { MUTANT: String(id), MUTANT_TESTS: tests.join("\n") };
  const isNoticed = tests.length > 0 && runTests(tests, env, "--bail=1").status !== 0;
  const verdict = isNoticed ? "killed  " : tests.length > 0 ? "SURVIVED" : "UNTESTED";
  const shown = (text: string) => text.replace(/\s+/g, " ").slice(0, 90);
  console.log(`${verdict} ${file}:${line} ${shown(original)} → ${shown(mutated)}`);
  if (isNoticed) console.log(`         by ${failuresIn(JSON.parse(read(REPORT)) as TestReport)}`);
  return isNoticed;
}

function runTests(files: string[], env: Record<string, string>, ...flags: string[]) {
  rmSync(join(copy, REPORT), { force: true });
  const hook = `--import ${resolve("dev/mutants/active-mutant.ts")}`;
  const config = ["--config", "mutants.config.ts", "--reporter=json", `--outputFile.json=${REPORT}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...config, ...flags, ...files];
  return run(copy, process.execPath, args, { NODE_OPTIONS: hook, ...env }, true);
}

function read(file: string): string {
  return readFileSync(join(copy, file), "utf8");
}

function run(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  mayFail = false,
) {
  const options = { cwd, encoding: "utf8", env: { ...process.env, ...env }, timeout: TEST_LIMIT_MS } as const;
  const done = spawnSync(command, args, options);
  if (done.status !== 0 && !mayFail)
    throw new Error(`${command} ${args.join(" ")}\n${done.stdout}${done.stderr}`);
  return done;
}

/** Returns a pseudo-random generator of numbers from 0 to 1, seeded with `start` (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
