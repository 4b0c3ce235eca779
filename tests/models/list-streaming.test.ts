import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { interleave, toJsonPortions, toStream } from "#app/http/list-streaming.server.ts";

function endlessPortions() {
  const seen = { made: 0, isEnded: false };
  async function* portions() {
    try {
      for (;;) {
        seen.made += 1;
        yield `portion ${seen.made}\n`;
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, portions: portions() };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
};

test("a stream produces no more than is read, and stops when its client disconnects", async () => {
  const { seen, portions } = endlessPortions();
  const reader = (await toStream(portions)).getReader();
  await turns(20);
  expect(seen.made).toBe(1);
  for (let taken = 0; taken < 3; taken += 1) await reader.read();
  await turns(20);
  expect(seen.made).toBeLessThanOrEqual(4);
  await reader.cancel();
  expect(seen.isEnded).toBe(true);
});

test("a source that fails before its first portion causes an error instead of a broken response", async () => {
  // biome-ignore lint/correctness/useYield: fails before the first portion
  async function* failing(): AsyncGenerator<string> {
    throw new Error("No database");
  }
  await expect(toStream(failing())).rejects.toThrow("No database");
});

test("with ten readers one portion is produced in each turn of the event loop", async () => {
  let made = 0;
  async function* portions() {
    for (let index = 0; index < 50; index += 1) {
      made += 1;
      yield index;
    }
  }
  const readers = Array.from({ length: 10 }, async () => {
    for await (const _ of interleave(portions())) void _;
  });
  const perTurn: number[] = [];
  for (let before = 0; made < 500; before = made) {
    await setImmediate();
    perTurn.push(made - before);
  }
  await Promise.all(readers);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
  expect(perTurn.length).toBeGreaterThan(240);
});

test("a list is the same JSON for any size of portions", async () => {
  async function* cut(...lists: number[][]) {
    yield* lists;
  }
  const whole = async (portions: AsyncIterable<number[]>) => {
    let text = "";
    for await (const portion of toJsonPortions(portions, (id) => ({ id }))) text += portion;
    return text;
  };
  expect(await whole(cut())).toBe("[]");
  expect(await whole(cut([1]))).toBe('[{"id":1}]');
  expect(await whole(cut([1, 2], [3]))).toBe('[{"id":1},{"id":2},{"id":3}]');
});
