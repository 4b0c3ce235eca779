// npm run test:breaks [-- PARTS OF BREAKS' NAMES]: breaks each promise on purpose, in copies of the last
// commit, and checks that its test fails. Uses two copies, one per processor of a small computer.
import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BREAKS, type Break } from "../../tests/faults/support/breaks/breaks.ts";
import { commitId } from "../../tests/faults/support/commit-id.ts";

const COPIES = 2;
/** The browser tests of each copy use twenty ports from here. */
const FIRST_PORT = 4_501;

const wanted = process.argv.slice(2);
const waiting = BREAKS.filter(
  ({ promise, what }) => wanted.length === 0 || wanted.some((part) => `${promise}: ${what}`.includes(part)),
);
const unnoticed: Break[] = [];
mkdirSync("test-results-faults", { recursive: true });
await Promise.all(Array.from({ length: Math.min(COPIES, waiting.length) }, (_, index) => workThrough(index)));
if (unnoticed.length > 0) {
  console.error(`\nNot noticed: ${unnoticed.map(({ what }) => what).join("; ")}`);
  process.exitCode = 1;
}

/** Works through the breaks one by one in a separate copy. */
async function workThrough(index: number): Promise<void> {
  const copy = join(mkdtempSync(join(tmpdir(), "breaks-")), "copy");
  const env = { E2E_FIRST_PORT: String(FIRST_PORT + 20 * index) };
  execFileSync("git", ["clone", "--quiet", ".", copy]);
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  const commit = commitId(copy);
  for (let broken = waiting.shift(); broken; broken = waiting.shift()) {
    const { promise, what, test } = broken;
    const isNoticed = await noticed(copy, broken, env);
    if (!isNoticed) unnoticed.push(broken);
    console.log(`${isNoticed ? "noticed    " : "NOT NOTICED"} ${promise}: ${what} (${test})`);
    const line = JSON.stringify({ promise, what, test, isNoticed, commit });
    appendFileSync("test-results-faults/breaks.jsonl", `${line}\n`);
  }
}

/** Applies a break, builds, runs its test, and reverts the break. True if the test failed. */
async function noticed(
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
  // Tests of the models run the sources directly.
  const isBuilt =
    test.startsWith("tests/models/") || (await run(copy, "npm", ["run", "--silent", "build"], env));
  if (!isBuilt)
    console.error(`${file} does not build with ${JSON.stringify(replace)}, so nothing was tested.`);
  const isNoticed =
    isBuilt && !(await run(copy, "npm", ["run", "--silent", ...testArguments(test, name)], env));
  writeFileSync(path, whole);
  return isNoticed;
}

/** The command that runs the test, up to the first failure. */
function testArguments(test: string, name: string | undefined): string[] {
  if (test.startsWith("tests/e2e/")) {
    return ["test:e2e", "--", "--max-failures=1", test, ...(name === undefined ? [] : ["-g", name])];
  }
  const script = test.startsWith("tests/faults/") ? "test:faults" : "test:unit";
  return [script, "--", "--bail=1", test, ...(name === undefined ? [] : ["-t", name])];
}

/** True if the command succeeded. */
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
