// Litestream with deploy/litestream.yml and an S3 server.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { finish } from "./child-process.ts";
import { BUCKET, S3_KEY } from "./s3.ts";

/** Litestream itself, because the npm package starts it in a child process that survives a kill. */
const PROGRAM = `node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
export const hasLitestream = existsSync(PROGRAM);

/** Litestream commands for a database and an S3 server. */
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
    replicate: (): ChildProcess => spawn(PROGRAM, ["replicate"], { env, stdio: "ignore" }),
    /** True if there is a replica to restore. */
    hasCopy: async () => /^s3 /m.test((await run("snapshots", path)).output),
    /** Pulls the replica every second, like a standby. Returns a function that stops pulling. */
    pull: () => {
      // Starts a process group, to kill the shell together with its Litestream process.
      const child = spawn("sh", ["deploy/standby.sh", "1", path], { env, stdio: "ignore", detached: true });
      return () => {
        if (child.pid && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
      };
    },
    /** Restores the replica. @throws if that fails. */
    restore: async () => {
      const { status, output } = await run("restore", path);
      if (status !== 0) throw new Error(`Nothing was restored: ${output}`);
    },
  };
}
