import { setImmediate } from "node:timers/promises";
import { jsonError } from "#app/http/json.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createSerialQueue } from "#app/platform/versioned-cache.server.ts";

/** Position in a list that is sorted newest first. */
type Cursor = { createdAt: Date; id: number };

export const MAX_PAGE_LIMIT = 1_000;

/**
 * `limit` is null for all items. `after` is null for the first page.
 * @throws a Response (422) for an invalid limit or cursor.
 */
export function readPage(request: Request): { limit: number | null; after: Cursor | null } {
  const { searchParams } = new URL(request.url);
  const limit = searchParams.get("limit");
  const after = searchParams.get("after");
  if (limit !== null && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= MAX_PAGE_LIMIT))
    throw refuse("limit", `Expected a whole number from 1 to ${MAX_PAGE_LIMIT}`);
  const [, milliseconds, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(after ?? "") ?? [];
  if (after !== null && id === undefined) throw refuse("after", "Expected a value from a Link header");
  return {
    limit: limit === null ? null : Number(limit),
    after: id === undefined ? null : { createdAt: new Date(Number(milliseconds)), id: Number(id) },
  };
}

const refuse = (field: string, problem: string): Response =>
  jsonError(422, `${field}: ${problem}`, { errors: { [field]: [problem] } });

/** Link header with the URL of the next page (RFC 8288). */
export function nextPageHeader(request: Request, limit: number, { createdAt, id }: Cursor): HeadersInit {
  const { pathname } = new URL(request.url);
  const url = `${env.SITE_ORIGIN}${pathname}?limit=${limit}&after=${createdAt.getTime()}-${id}`;
  return { Link: `<${url}>; rel="next"` };
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

export async function* toJsonPortions<T>(
  portions: AsyncIterable<T[]>,
  toJson: (item: T) => unknown,
): AsyncGenerator<string> {
  let before = "[";
  for await (const items of portions) {
    yield before + items.map((item) => JSON.stringify(toJson(item))).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
