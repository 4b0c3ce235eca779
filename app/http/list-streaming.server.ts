import { setImmediate } from "node:timers/promises";
import { env } from "#app/platform/env.server.ts";
import { createSerialQueue } from "#app/platform/versioned-cache.server.ts";

/** Position in a list that is sorted newest first. */
type Cursor = { createdAt: Date; id: number };

export const MAX_PAGE_LIMIT = 1_000;

/** Reads the `after` of a Link header. Null without it, for the first page. */
export function readCursor(after = ""): Cursor | null {
  const [milliseconds, id] = after.split("-");
  return id === undefined ? null : { createdAt: new Date(Number(milliseconds)), id: Number(id) };
}

/** Link header with the URL of the next page (RFC 8288). */
export function nextPageHeader(request: Request, { createdAt, id }: Cursor): HeadersInit {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("after", `${createdAt.getTime()}-${id}`);
  return { Link: `<${env.SITE_ORIGIN}${pathname}?${searchParams}>; rel="next"` };
}

const inTurn = createSerialQueue();
const nextTurn = () => inTurn(() => setImmediate());

/** Yields one portion per event-loop turn across all lists, however many are being streamed. */
export async function* interleave<T>(portions: AsyncIterable<T>): AsyncGenerator<T> {
  await nextTurn();
  for await (const portion of portions) {
    yield portion;
    await nextTurn();
  }
}

/** Reads the first portion before returning, so an early failure becomes an error response. */
export async function toStream(portions: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const chunks = interleave(portions);
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = await chunks.next();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = next ?? (await chunks.next());
        next = null;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

export async function* toJsonPortions<T>(portions: AsyncIterable<T[]>, toJson: (item: T) => unknown) {
  let before = "[";
  for await (const items of portions) {
    yield before + items.map((item) => JSON.stringify(toJson(item))).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
