// npm run test:breaks: breaks each promise on purpose, in a copy, and sees that its attack notices.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Break } from "../tests/faults/support/breaks/break.ts";
import { BREAKS } from "../tests/faults/support/breaks/breaks.ts";

const wanted = process.argv[2];
const copy = join(mkdtempSync(join(tmpdir(), "breaks-")), "copy");
run(process.cwd(), "git", ["clone", "--quiet", ".", copy]);
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));

const unnoticed = BREAKS.filter(
  ({ promise, what }) => wanted === undefined || `${promise}: ${what}`.includes(wanted),
).filter((broken) => !isNoticed(broken));
if (unnoticed.length > 0) {
  console.error(`\nNobody noticed: ${unnoticed.map(({ what }) => what).join("; ")}`);
  process.exitCode = 1;
}

/** Applies a break, builds, runs its attack, takes the break back. True where the attack failed. */
function isNoticed({ promise, what, file, find, replace, test, name }: Break): boolean {
  const path = join(copy, file);
  const whole = readFileSync(path, "utf8");
  if (!whole.includes(find)) throw new Error(`${file} has no ${JSON.stringify(find)} any more`);
  writeFileSync(path, whole.replace(find, replace));
  run(copy, "npm", ["run", "--silent", "build"]);
  const isInBrowser = test.startsWith("tests/e2e/");
  const script = isInBrowser ? "test:e2e" : test.startsWith("tests/faults/") ? "test:faults" : "test:unit";
  const filter = name === undefined ? [] : [isInBrowser ? "-g" : "-t", name];
  const { status } = run(copy, "npm", ["run", "--silent", script, "--", test, ...filter], true);
  writeFileSync(path, whole);
  console.log(`${status === 0 ? "NOT NOTICED" : "noticed    "} ${promise}: ${what} (${test})`);
  mkdirSync("test-results-faults", { recursive: true });
  const noticed = { promise, what, test, isNoticed: status !== 0 };
  appendFileSync("test-results-faults/breaks.jsonl", `${JSON.stringify(noticed)}\n`);
  return status !== 0;
}

function run(cwd: string, command: string, args: string[], mayFail = false) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", env: process.env });
  if (done.status !== 0 && !mayFail)
    throw new Error(`${command} ${args.join(" ")}\n${done.stdout}${done.stderr}`);
  return done;
}
