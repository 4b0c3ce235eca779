export type ImageStore = {
  get: (key: string) => Promise<File | null>;
  /** Resolves when the file is on disk or in the bucket. */
  put: (key: string, webp: Buffer) => Promise<void>;
  removeOlderThan: (moment: number, keysToKeep: ReadonlySet<string>) => Promise<number>;
};

/** Thrown if the remote store does not respond correctly or in time. */
export class ImageStoreError extends Error {}
