// A disk of a few megabytes in memory that can be filled and made read-only. Mounting needs root.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "../../support/server.ts";

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

/** Mounts a small disk. Returns it or the reason why that is impossible. */
export function mountSmallDisk(megabytes: number) {
  const path = newDataDir();
  const mounted = run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", path);
  if (mounted.status !== 0) {
    return { problem: `mounting a small disk needs root: ${mounted.stderr ?? mounted.error}` };
  }
  const filler = join(path, "filler");
  return {
    path,
    /** Fills the disk except for this many bytes. */
    fill: (leave = 0) => {
      const file = openSync(filler, "a");
      const block = Buffer.alloc(4_096, 1);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
      if (leave > 0) run("truncate", "-s", `-${leave}`, filler);
    },
    free: () => rmSync(filler, { force: true }),
    remount: (how: "ro" | "rw") => {
      const { status, stderr } = run("mount", "-o", `remount,${how}`, path);
      if (status !== 0) throw new Error(stderr);
    },
    unmount: () => run("umount", "--lazy", path),
  };
}
