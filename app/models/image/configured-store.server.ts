import { createDiskStore } from "#app/models/image/disk-store.server.ts";
import { createS3Store } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";

const store = env.s3 ? createS3Store(env.s3) : createDiskStore(env.DATA_DIR);

export const { get: getFile, put: putFile, removeOlderThan: removeFilesOlderThan } = store;
