// Stores uploaded images in an S3-compatible bucket, one object per file.
import { createS3FileStorage, type S3FileStorageOptions } from "@remix-run/file-storage-s3";
import type { createDiskStore } from "#app/models/image/disk-store.server.ts";

const RESPONSE_TIMEOUT_MS = 8_000;
const PAGE = 1_000;

export type S3Settings = Omit<S3FileStorageOptions, "fetch">;

export const createS3Storage = (settings: S3Settings) =>
  createS3FileStorage({
    ...settings,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }),
  });

export async function* listKeys(storage: ReturnType<typeof createS3Storage>): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await storage.list({ limit: PAGE, cursor });
    for (const { key } of page.files) yield key;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Thrown if the remote store does not respond correctly or in time. */
export class ImageStoreError extends Error {}

/** Each function throws an ImageStoreError if the store does not respond correctly. */
export function createS3Store(settings: S3Settings): ReturnType<typeof createDiskStore> {
  const storage = createS3Storage(settings);
  return {
    get: (key) => requireResponse(async () => storage.get(key)),
    put: (key, file) => requireResponse(async () => storage.set(key, file)),
    removeOlderThan: (moment, keysToKeep) =>
      requireResponse(async () => {
        let removed = 0;
        for await (const key of listKeys(storage)) {
          if (keysToKeep.has(key)) continue;
          // The prefix also matches the image's other widths.
          const { files } = await storage.list({ prefix: key, includeMetadata: true });
          const file = files.find((each) => each.key === key);
          if (!file || file.lastModified >= moment) continue;
          await storage.remove(key);
          removed += 1;
        }
        return removed;
      }),
  };
}

async function requireResponse<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ImageStoreError("The image store did not respond correctly", { cause });
  }
}
