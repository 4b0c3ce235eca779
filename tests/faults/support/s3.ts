// A real S3 server in a separate process.
import { spawn } from "node:child_process";
import { freePort } from "../../support/server.ts";
import { until } from "./until.ts";

export const BUCKET = "byline";
export const S3_KEY = "S3RVER";

/** Starts it with an empty bucket. Returns its address and functions that end or suspend it. */
export async function startS3() {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tests/faults/support/s3-server.ts", String(port), BUCKET], {
    stdio: "ignore",
  });
  const answers = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  await until("the S3 server answers", answers);
  return { endpoint, child, stop: () => void child.kill("SIGKILL") };
}
