// npm test runs the tests for every change, within minutes. npm run test:all runs the rest. Both
// use the production build, stop at the first stage that fails, and report times and counts.
// SHUFFLE=7 shuffles the tests. The same number always gives the same order.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import seedTemplate from "../../tests/support/seed-template.ts";
import { COMPILE_CACHE } from "../../tests/support/server.ts";

type Command = { command: string; args: string[]; env?: Record<string, string>; counts?: string };
type Counts = { passed: number; failed: number; skipped: string[]; flaky: string[] };

const RESULTS = "test-results-unit";
const isAll = process.argv[2] === "all";
const { SHUFFLE } = process.env;
const shuffled = (...options: string[]): string[] => (SHUFFLE ? options : []);

const npm = (script: string): Command => ({ command: "npm", args: ["run", "--silent", script] });
const vitest = (name: string, env: Record<string, string>, ...args: string[]): Command => ({
  command: "vitest",
  args: [
    "run",
    "--silent=passed-only",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${RESULTS}/${name}.json`,
    ...shuffled("--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${SHUFFLE}`),
    ...args,
  ],
  env,
  counts: `${RESULTS}/${name}.json`,
});
const playwright = (name: string, env: Record<string, string>, ...args: string[]): Command => ({
  command: "playwright",
  args: ["test", "--quiet", "--reporter=dot,json", ...shuffled(`--shuffle=${SHUFFLE}`), ...args],
  env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: `${RESULTS}/${name}.json` },
  counts: `${RESULTS}/${name}.json`,
});
const programs: Command = { command: "node", args: ["dev/test/browsers.ts", isAll ? "all" : "browser"] };

const QUICK: Record<string, Command[]> = {
  "Types, lint and build": [npm("typecheck"), npm("lint"), npm("build")],
  "Models and routes": [vitest("unit", {}), programs],
  "The browser": [playwright("browser", { E2E: "quick" })],
};
const ALL: Record<string, Command[]> = {
  "Build and programs": [npm("build"), programs],
  "The other journeys in the browser": [playwright("journeys", { E2E: "rest" })],
  // Fault tests have a stage of their own, because more processes would use up a small computer.
  "Full matrices and the conference’s day": [
    vitest("matrices", { MATRIX: "full" }, "tests/routes/guards.test.ts", "tests/routes/headers.test.ts"),
    playwright("day", {}, "-c", "tests/conference-day", "--workers=1"),
  ],
  Faults: [vitest("faults", {}, "--config", "vitest.faults.config.ts")],
};

mkdirSync(RESULTS, { recursive: true });
seedTemplate();
const stages = isAll ? ALL : QUICK;
const seconds: Record<string, number> = {};
for (const { counts } of Object.values(stages).flat()) if (counts) rmSync(counts, { force: true });
const failed = await runStages();
report();
process.exit(failed ? 1 : 0);

/** Runs the commands of each stage in parallel. Returns the name of a failed stage, if any. */
async function runStages(): Promise<string | undefined> {
  for (const [name, commands] of Object.entries(stages)) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    const ended = await Promise.all(commands.map(run));
    seconds[name] = Math.round((performance.now() - start) / 1000);
    if (!ended.every(Boolean)) return name;
  }
}

/** Returns true if the command succeeds. A command without counts prints only on failure. */
function run({ command, args, env, counts }: Command): Promise<boolean> {
  const stdio = counts ? "inherit" : "pipe";
  const child = spawn(command, args, {
    stdio,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => printed.push(bytes));
  return new Promise((done) =>
    child.once("close", (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(printed));
      done(status === 0);
    }),
  );
}

function report(): void {
  if (failed) console.error(`\n${failed}: failed`);
  const counts = add(Object.values(stages).flat().map(countsOf));
  for (const reason of counts.skipped) console.log(`Skipped: ${reason}`);
  for (const title of counts.flaky) console.log(`Passed only on retry: ${title}`);
  for (const [name, took] of Object.entries(seconds)) console.log(`${String(took).padStart(5)} s  ${name}`);
  const own = `${RESULTS}/${isAll ? "all" : "quick"}-counts.json`;
  writeFileSync(own, JSON.stringify(counts));
  const quick = isAll ? read<Counts>(`${RESULTS}/quick-counts.json`) : null;
  const { passed, failed: failures, skipped } = add(quick ? [quick, counts] : [counts]);
  if (quick) console.log(`\nIncluding the last npm test run here:`);
  console.log(`\n${passed} passed, ${failures} failed, ${skipped.length} skipped`);
}

function add(all: Counts[]): Counts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
    flaky: all.flatMap(({ flaky }) => flaky),
  };
}

/** Reads the report of a vitest or Playwright run. */
function countsOf({ counts }: Command): Counts {
  type Test = { status: string; title?: string };
  type Spec = { title: string; tests: { status: string; annotations: { description?: string }[] }[] };
  type Suite = { specs?: Spec[]; suites?: Suite[] };
  type Written = { testResults?: { assertionResults: Test[] }[] } & Suite;
  const written = counts ? read<Written>(counts) : null;
  const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];
  const tests: Test[] = [
    ...(written?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults),
    ...specsOf(written ?? {}).flatMap(({ title, tests }) =>
      tests.map(({ status, annotations }) => ({
        status: { expected: "passed", unexpected: "failed" }[status] ?? status,
        title: [title, ...annotations.map(({ description }) => description)].join(": "),
      })),
    ),
  ];
  const isSkipped = ({ status }: Test) => ["skipped", "pending", "todo"].includes(status);
  return {
    passed: tests.filter(({ status }) => status === "passed" || status === "flaky").length,
    failed: tests.filter(({ status }) => status === "failed").length,
    skipped: tests.filter(isSkipped).map(({ title = "" }) => title),
    flaky: tests.filter(({ status }) => status === "flaky").map(({ title = "" }) => title),
  };
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}
