// Long answers in portions: others are answered in between, whoever reads, and however many.
import { setImmediate } from "node:timers/promises";
import { createTurns } from "#app/platform/turns.server.ts";

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
