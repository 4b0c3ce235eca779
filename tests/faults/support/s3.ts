// A second place: a real S3 server, in a process of its own.
import { spawn } from "node:child_process";
import { freePort } from "../../support/server.ts";
import { until } from "./until.ts";

export const BUCKET = "byline";
/** The only keys that it takes. */
export const S3_KEY = "S3RVER";

/** Starts it with an empty bucket; answers its address, and how to end it or hold it up. */
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
