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
