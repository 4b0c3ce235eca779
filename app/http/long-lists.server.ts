// Long lists: page by page for JSON calls that ask for it, and in portions, so that others get their turn.
import { setImmediate } from "node:timers/promises";
import { jsonError } from "#app/http/json.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createTurns } from "#app/platform/turns.server.ts";

/** The last item of a page, in a list whose newest come first. */
type Cursor = { createdAt: Date; id: number };

export const LIMIT_AT_MOST = 1_000;

/**
 * Which page a request asks for: how many items at most, and those after which one. Null for all of them,
 * and for the beginning.
 * @throws a Response: 422 for a limit that is none, and for a cursor that this site has not made.
 */
export function readPage(request: Request): { limit: number | null; after: Cursor | null } {
  const { searchParams } = new URL(request.url);
  const limit = searchParams.get("limit");
  const after = searchParams.get("after");
  if (limit !== null && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= LIMIT_AT_MOST))
    throw refuse("limit", `Expected a whole number from 1 to ${LIMIT_AT_MOST}`);
  const [, milliseconds, id] = /^(\d{1,15})-([1-9]\d{0,14})$/.exec(after ?? "") ?? [];
  if (after !== null && id === undefined) throw refuse("after", "Expected a value from a Link header");
  return {
    limit: limit === null ? null : Number(limit),
    after: id === undefined ? null : { createdAt: new Date(Number(milliseconds)), id: Number(id) },
  };
}

const refuse = (field: string, problem: string): Response =>
  jsonError(422, `${field}: ${problem}`, { errors: { [field]: [problem] } });

/** The header that leads from a page of so many items to the next one (RFC 8288). */
export function linkToNext(request: Request, limit: number, { createdAt, id }: Cursor): HeadersInit {
  const { pathname } = new URL(request.url);
  const address = `${env.SITE_ORIGIN}${pathname}?limit=${limit}&after=${createdAt.getTime()}-${id}`;
  return { Link: `<${address}>; rel="next"` };
}

const inTurn = createTurns();

/**
 * The same portions, of which only one is made in each turn of the event loop, whosever it is: ten long
 * answers at once hold up the others for no longer than one does.
 */
export async function* inTurns<T>(portions: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = portions[Symbol.asyncIterator]();
  try {
    for (;;) {
      await inTurn(() => setImmediate());
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * A body that is made as fast as it is taken, and no further when its client has gone. Its beginning is made
 * at once, so that what fails then is an error and no broken answer.
 */
export async function streamOf(portions: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
  const chunks = inTurns(portions);
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

/** A list as JSON, portion by portion. */
export async function* jsonPortions<T>(
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
