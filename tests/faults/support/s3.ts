import { spawn } from "node:child_process";
import { freePort } from "../../support/server.ts";
import { responds, until } from "./until.ts";

export const BUCKET = "byline";
export const S3_KEY = "S3RVER";

/** Starts an S3 server with an empty bucket. */
export async function startS3() {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tests/faults/support/s3-server.ts", String(port), BUCKET], {
    stdio: "ignore",
  });
  await until("the S3 server responds", () => responds(endpoint));
  return { endpoint, child, stop: () => void child.kill("SIGKILL") };
}
