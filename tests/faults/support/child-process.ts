import { type ChildProcess, spawn } from "node:child_process";
import { expect } from "vitest";

/** Waits for a program. Returns its exit status and output. */
export function finish(child: ChildProcess): Promise<{ status: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** Runs an npm command with these settings. Returns its output. */
export async function npmRun(settings: Record<string, string>, script: string, ...args: string[]) {
  const env = { ...process.env, ...settings };
  const { status, output } = await finish(spawn("npm", ["run", "--silent", script, "--", ...args], { env }));
  expect([script, status, output]).toEqual([script, 0, output]);
  return output;
}
