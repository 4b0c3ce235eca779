import { type FileHandle, open } from "node:fs/promises";

/** Waits until a file or a folder is on the disk itself. */
export async function syncPath(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
