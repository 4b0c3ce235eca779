import { LRUCache } from "lru-cache";

/** Concurrent callers share one computation. lru-cache's `fetch` would cache every result. */
export class VersionedCache<T extends object> {
  private readonly kept: LRUCache<string, { version: string; value: T }>;
  private readonly inFlight = new Map<string, Promise<T>>();

  constructor(limitBytes: number, bytesOf: (value: T) => number) {
    this.kept = new LRUCache({
      maxSize: limitBytes,
      sizeCalculation: ({ version, value }) => 500 + version.length + bytesOf(value),
    });
  }

  get(key: string, version: string): T | undefined {
    const entry = this.kept.get(key);
    return entry?.version === version ? entry.value : undefined;
  }

  /** Joins a running computation or starts one. Caches the value if `mayBeKept` returns true. */
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

/** Runs jobs one after the other. A failed job does not stop the next. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
