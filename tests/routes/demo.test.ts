import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isFree } from "../../dev/demo/free-port.ts";
import { end, finish } from "../faults/support/child-process.ts";

/** Returns the first of three consecutive free ports. */
async function freePorts(): Promise<number> {
  for (let first = 20_000 + Math.floor(Math.random() * 20_000); ; first += 3) {
    if ((await Promise.all([0, 1, 2].map((step) => isFree(first + step)))).every(Boolean)) return first;
  }
}

/** Copies the project, with or without its build, because other tests use the original. */
function copyOfProject(isBuilt: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), "demo-"));
  const taken = ["app", "bin", "dev", "drizzle", "public", ...(isBuilt ? ["build"] : [])];
  const files = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const name of [...taken, ...files.map(({ name }) => name)])
    cpSync(name, join(folder, name), { recursive: true });
  const scripts = readFileSync("package.json", "utf8");
  const build = /"build": "[^"]+"/;
  if (isBuilt) writeFileSync(join(folder, "package.json"), scripts.replace(build, '"build": "true"'));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Resolves with the output once it contains the text. */
const printed = (child: ChildProcess, text: string) =>
  new Promise<string>((resolve) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (output.includes(text)) resolve(output);
    });
  });

function startDemo(port: number, isBuilt: boolean): ChildProcess {
  const demo = spawn("npm", ["run", "demo"], {
    cwd: copyOfProject(isBuilt),
    // Starts a process group, so the test can find processes that outlive the demo.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port) },
  });
  onTestFinished(() => {
    if (isAlive(-Number(demo.pid))) process.kill(-Number(demo.pid), "SIGKILL");
  });
  return demo;
}

test.each([
  ["while it is built", false, "Building the site..."],
  ["while it runs", true, "Stop with Ctrl+C."],
])("a demo that is stopped %s ends with everything that it started", async (_, isBuilt, text) => {
  const demo = startDemo(await freePorts(), isBuilt);
  await printed(demo, text);
  // Time for the command to start processes of its own.
  await pause(1_000);
  await end(demo);
  await expect.poll(() => isAlive(-Number(demo.pid)), { timeout: 60_000 }).toBe(false);
});

test("a demo prints its addresses last, after the site has started", async () => {
  const port = await freePorts();
  const demo = startDemo(port, true);
  const last = "Stop with Ctrl+C.";
  // The site may have logged something since.
  const [output = ""] = (await printed(demo, last)).split(last);
  const [before = "", lines] = `${output}${last}`.split("\n\n").slice(-2);
  expect(before).toContain('"msg":"listening"');
  expect(lines?.split("\n").map((line) => line.trim())).toEqual([
    `The sample conference: http://localhost:${port}`,
    `The organisers' panel: http://localhost:${port}/admin; log in as organiser@example.com`,
    "Emails: files in ./data/demo-mail, unless SMTP_URL is set",
    "Data: ./data/demo; delete this folder to start from scratch",
    "Stop with Ctrl+C.",
  ]);
  await end(demo);
});

test.each([0, 1, 2])("a demo beside another one says so before it builds (port %i)", async (step) => {
  const port = await freePorts();
  const other = createServer().listen(port + step);
  onTestFinished(() => void other.close());
  const { status, output } = await finish(startDemo(port, false));
  expect([status, output]).toEqual([1, expect.not.stringContaining("Building")]);
  expect(output).toContain(`another program, perhaps another demo, is using port ${port + step}.`);
});

/** Returns true if the process, or for a negative id any process in that group, is running. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
