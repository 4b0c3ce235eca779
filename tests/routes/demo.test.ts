import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { end } from "../faults/support/child-process.ts";

/** Returns the first of three consecutive free ports. */
async function freePorts(): Promise<number> {
  for (let first = 20_000 + Math.floor(Math.random() * 20_000); ; first += 3) {
    if ((await Promise.all([0, 1, 2].map((step) => isFree(first + step)))).every(Boolean)) return first;
  }
}
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });

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

const printed = (child: ChildProcess, text: string) =>
  new Promise<void>((resolve) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (output.includes(text)) resolve();
    });
  });

test.each([
  ["while it is built", false, "react-router build"],
  ["while it runs", true, "The sample conference: "],
])("a demo that is stopped %s ends with everything that it started", async (_, isBuilt, text) => {
  const port = await freePorts();
  const demo = spawn("npm", ["run", "demo"], {
    cwd: copyOfProject(isBuilt),
    // Starts a process group, so the test can find processes that outlive the demo.
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port) },
  });
  const group = -Number(demo.pid);
  onTestFinished(() => {
    if (isAlive(group)) process.kill(group, "SIGKILL");
  });
  await printed(demo, text);
  await end(demo);
  await expect.poll(() => isAlive(group), { timeout: 60_000 }).toBe(false);
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
