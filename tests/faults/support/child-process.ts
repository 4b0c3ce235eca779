import type { ChildProcess } from "node:child_process";

/** Waits for a program, while everything else goes on; answers its exit status and all it said. */
export function finish(child: ChildProcess): Promise<{ status: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, output })));
}

/** Asks a program to end, and waits until it has. */
export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
