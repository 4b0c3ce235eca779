// npm run test:breaks [-- PARTS OF THE NAMES]: applies each break in breaks.jsonl to a copy of the
// last commit and reports whether its test fails. Uses two copies in parallel.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BREAKS, type Break } from "../../tests/faults/support/breaks/breaks.ts";

const COPIES = 2;
/** The first copy's browser tests use twenty ports from here. The second's use the next twenty. */
const FIRST_PORT = 4_501;

const wanted = process.argv.slice(2);
const waiting = BREAKS.filter(
  ({ promise, what }) => wanted.length === 0 || wanted.some((part) => `${promise}: ${what}`.includes(part)),
);
const total = waiting.length;
const unnoticed: Break[] = [];
await Promise.all(
  Array.from({ length: Math.min(COPIES, waiting.length) }, (_, index) => processBreaks(index)),
);
console.log(`\n${total - unnoticed.length} of ${total} breaks noticed.`);
if (unnoticed.length > 0) {
  console.error(`Not noticed: ${unnoticed.map(({ what }) => what).join("; ")}`);
  process.exitCode = 1;
}

/** Takes breaks from the queue until it is empty, and applies them in a separate copy. */
async function processBreaks(index: number): Promise<void> {
  const copy = join(mkdtempSync(join(tmpdir(), "breaks-")), "copy");
  const env = { E2E_FIRST_PORT: String(FIRST_PORT + 20 * index) };
  execFileSync("git", ["clone", "--quiet", ".", copy]);
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  for (let broken = waiting.shift(); broken; broken = waiting.shift()) {
    const { promise, what, test } = broken;
    const isNoticed = await isDetected(copy, broken, env);
    if (!isNoticed) unnoticed.push(broken);
    console.log(`${isNoticed ? "noticed    " : "NOT NOTICED"} ${promise}: ${what} (${test})`);
  }
}

/** Applies a break, builds, runs its test and reverts the break. Returns true if the test fails. */
async function isDetected(
  copy: string,
  { file, find, replace, test, name }: Break,
  env: Record<string, string>,
): Promise<boolean> {
  const path = join(copy, file);
  const whole = readFileSync(path, "utf8");
  if (!whole.includes(find)) throw new Error(`${file} no longer contains ${JSON.stringify(find)}`);
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  // Model tests import the sources directly, so they need no build.
  const isBuilt =
    test.startsWith("tests/models/") || (await run(copy, "npm", ["run", "--silent", "build"], env));
  if (!isBuilt)
    console.error(`${file} does not build with ${JSON.stringify(replace)}, so nothing was tested.`);
  const isNoticed =
    isBuilt && !(await run(copy, "npm", ["run", "--silent", ...testArguments(test, name)], env));
  writeFileSync(path, whole);
  return isNoticed;
}

/** npm arguments that run a test up to its first failure. */
function testArguments(test: string, name: string | undefined): string[] {
  if (test.startsWith("tests/e2e/")) {
    return ["test:e2e", "--", "--max-failures=1", test, ...(name === undefined ? [] : ["-g", name])];
  }
  const script = test.startsWith("tests/faults/") ? "test:faults" : "test:unit";
  return [script, "--", "--bail=1", test, ...(name === undefined ? [] : ["-t", name])];
}

function run(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  return new Promise((done) => {
    execFile(command, args, options, (error) => done(error === null));
  });
}
