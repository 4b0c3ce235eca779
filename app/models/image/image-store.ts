/** Where the files of uploaded images are. A file is there whole, or not at all. */
export type ImageStore = {
  /** The stored file under this key, or null. */
  get: (key: string) => Promise<File | null>;
  /** Stores a file; it lasts when this resolves. */
  put: (key: string, webp: Buffer) => Promise<void>;
  /** Removes the files written before this moment, but those under the keys to keep. Answers how many. */
  removeOlderThan: (moment: number, keysToKeep: ReadonlySet<string>) => Promise<number>;
};

/** The store is somewhere else, and did not answer as it should, or not in time. */
export class ImageStoreError extends Error {}
