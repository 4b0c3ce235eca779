/** A file is there whole, or not at all. */
export type ImageStore = {
  get: (key: string) => Promise<File | null>;
  /** The file lasts when this resolves. */
  put: (key: string, webp: Buffer) => Promise<void>;
  /** Removes files written before this moment, but those to keep; returns how many. */
  removeOlderThan: (moment: number, keysToKeep: ReadonlySet<string>) => Promise<number>;
};

/** The store is elsewhere, and did not reply as it should, or in time. */
export class ImageStoreError extends Error {}
