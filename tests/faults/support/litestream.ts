// Litestream with deploy/litestream.yml, and an S3 server as the second place.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { finish } from "./child-process.ts";
import { BUCKET, S3_KEY } from "./s3.ts";

/** The program itself: its package starts it below another process, which could not be killed with it. */
const PROGRAM = `node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
export const hasLitestream = existsSync(PROGRAM);

/** What Litestream needs to know on one machine: where its database is, and the second place. */
export function litestreamOn(dataDir: string, endpoint: string) {
  const config = join(mkdtempSync(join(tmpdir(), "litestream-")), "litestream.yml");
  const path = join(dataDir, "conference.db");
  writeFileSync(config, readFileSync("deploy/litestream.yml", "utf8").replace("/data/conference.db", path));
  const env = {
    ...process.env,
    LITESTREAM_ACCESS_KEY_ID: S3_KEY,
    LITESTREAM_SECRET_ACCESS_KEY: S3_KEY,
    LITESTREAM_BUCKET: BUCKET,
    LITESTREAM_ENDPOINT: endpoint,
    LITESTREAM_REGION: "us-east-1",
    LITESTREAM_CONFIG: config,
    PATH: `${resolve(dirname(PROGRAM))}${delimiter}${process.env.PATH}`,
  };
  const run = (...args: string[]) => finish(spawn(PROGRAM, args, { env, stdio: ["ignore", "pipe", "pipe"] }));
  return {
    /** Begins to copy every change. */
    replicate: (): ChildProcess => spawn(PROGRAM, ["replicate"], { env, stdio: "ignore" }),
    /** Whether there is a copy that could be restored. */
    hasCopy: async () => /^s3 /m.test((await run("snapshots", path)).output),
    /** Does what the standby does, every second; answers how to end it. */
    pull: () => {
      // A group of its own: the shell and the Litestream that it waits for end together.
      const child = spawn("sh", ["deploy/standby.sh", "1", path], { env, stdio: "ignore", detached: true });
      return () => {
        if (child.pid && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
      };
    },
    /** Brings back what there is. @throws where it cannot be. */
    restore: async () => {
      const { status, output } = await run("restore", path);
      if (status !== 0) throw new Error(`Nothing was restored: ${output}`);
    },
  };
}
