// The moments at which registration opens and closes, on the real server and through its page cache.
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { CLOSES, OPENS, placesSettings } from "../support/places-conference.ts";
import { send } from "../support/send.ts";
import { startServer } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";

const EVERY_MS = 200;
const AFTER_MS = 2_000;

/** Longest time in milliseconds for which a shared cache may serve this response. */
function keptMs(cache = ""): number {
  expect(cache).toMatch(/max-age=0,|no-cache/);
  const seconds = [/s-maxage=(\d+)/, /stale-while-revalidate=(\d+)/].map((of) =>
    Number(of.exec(cache)?.[1] ?? 0),
  );
  return 1_000 * seconds.reduce((all, one) => all + one);
}

/** Reads /register and / each 0.2 s, from before a moment until after it. */
async function watch(moment: string, startMs: number) {
  const at = new Date(moment).getTime();
  const ahead = at - startMs - Date.now();
  const server = await startServer({
    ...placesSettings(),
    ...startedAt(new Date(at - startMs).toISOString()),
  });
  /** In ms before the moment: when the pages were asked for, and when they had come. */
  const seen: { asked: number; left: number; hasForm: boolean; kept: number[]; etag: string | undefined }[] =
    [];
  try {
    for (;;) {
      const leftIn = () => at - (Date.now() + ahead);
      const asked = leftIn();
      if (asked < -AFTER_MS) return seen;
      const [form, home] = await Promise.all(["/register", "/"].map((path) => send(server.origin, { path })));
      seen.push({
        asked,
        left: leftIn(),
        hasForm: form?.body.includes("<form") === true,
        kept: [form, home].map((answer) => keptMs(answer?.headers["cache-control"])),
        etag: home?.headers.etag,
      });
      await pause(EVERY_MS);
    }
  } finally {
    await server.stop();
  }
}

test.concurrent.each([
  ["opens", OPENS, true],
  ["closes", CLOSES, false],
] as const)(
  "registration %s on the second, and no cache keeps a page for longer",
  async (_, moment, hasFormAfter) => {
    // Begins while other caches may still keep the pages.
    const seen = await watch(moment, 23_000);
    const before = seen.filter(({ left }) => left > 0);
    const after = seen.filter(({ asked }) => asked <= -1_000);
    expect(before.length).toBeGreaterThan(50);
    expect(after.length).toBeGreaterThan(0);
    expect(new Set(before.map(({ hasForm }) => hasForm))).toEqual(new Set([!hasFormAfter]));
    expect(new Set(after.map(({ hasForm }) => hasForm))).toEqual(new Set([hasFormAfter]));
    // From when it was asked for, because an answer may take some milliseconds to come.
    expect(before.filter(({ asked, kept }) => kept.some((ms) => ms > asked))).toEqual([]);
    expect(before[0]?.kept[1]).toBe(20_000);
    // The page changes at the moment alone.
    expect(new Set(before.map(({ etag }) => etag)).size).toBe(1);
    expect(new Set(after.map(({ etag }) => etag)).size).toBe(1);
    expect(after[0]?.etag).not.toBe(before[0]?.etag);
  },
  60_000,
);
