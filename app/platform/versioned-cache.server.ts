import { LRUCache } from "lru-cache";

/**
 * Keeps what is made of something, under a key, until the version of that changes; several who ask for it at the
 * same time wait for one making of it. `lru-cache` has `fetch` for that, but it keeps whatever it has fetched: here
 * an answer may turn out to be nobody else's, and one that was begun before a change is for those alone who
 * asked before it.
 */
export class VersionedCache<T extends object> {
  private readonly kept: LRUCache<string, { version: string; value: T }>;
  private readonly inFlight = new Map<string, Promise<T>>();

  constructor(limitBytes: number, bytesOf: (value: T) => number) {
    this.kept = new LRUCache({
      maxSize: limitBytes,
      sizeCalculation: ({ version, value }) => 500 + version.length + bytesOf(value),
    });
  }

  /** What is kept of this version. */
  get(key: string, version: string): T | undefined {
    const entry = this.kept.get(key);
    return entry?.version === version ? entry.value : undefined;
  }

  /** Makes it, or waits for it where it is being made, and keeps it, unless `mayBeKept` says no. */
  make(key: string, version: string, make: () => Promise<T>, mayBeKept = (_: T) => true): Promise<T> {
    const id = `${version} ${key}`;
    const begun = this.inFlight.get(id);
    if (begun) return begun;
    const made = make()
      .then((value) => {
        if (mayBeKept(value)) this.kept.set(key, { version, value });
        return value;
      })
      .finally(() => this.inFlight.delete(id));
    this.inFlight.set(id, made);
    return made;
  }
}
