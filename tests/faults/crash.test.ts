import { expect, test } from "vitest";
import { freePort, newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { byApi, byForm, connections, isAcknowledged, send } from "./support/requests.ts";
import { faultsOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { launchSite, startSite } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";

const WRITERS = 20;
const KILLS = cases(200, 5);
const ACKNOWLEDGEMENTS = cases(20_000, 500);

test("an acknowledged registration is never lost or duplicated", async () => {
  const dataDir = newDataDir();
  const port = await freePort();
  const writers = startWriters(`http://127.0.0.1:${port}`);
  let kills = 0;
  const starts: number[] = [];
  while (kills < KILLS || writers.acknowledged.size < ACKNOWLEDGEMENTS) {
    // Every tenth kill hits a server that is still starting.
    if (kills % 10 === 9) {
      const starting = await launchSite({ dataDir, port });
      await pause(Math.random() * 800);
      await starting.end("SIGKILL");
      kills += 1;
    }
    const site = await startSite({ dataDir, port });
    starts.push(site.readyMs);
    const enough = writers.acknowledged.size + Math.random() * 2 * (ACKNOWLEDGEMENTS / KILLS);
    writers.open();
    await until("enough is acknowledged", () => writers.isWell() && writers.acknowledged.size > enough);
    await pause(Math.random() * 20);
    writers.hold();
    await site.end("SIGKILL");
    kills += 1;
    await until("nothing is in flight", writers.areIdle);
    lookAtCopy(dataDir, (sqlite) => {
      expect(faultsOf(sqlite)).toEqual([]);
      expect(lostOrDoubled(rowsByEmail(sqlite), writers.acknowledged, writers.unanswered)).toEqual([]);
    });
  }

  const site = await startSite({ dataDir, port });
  writers.open();
  await writers.end();
  expect(await site.end("SIGTERM")).toBe(0);
  lookAtCopy(dataDir, (sqlite) => {
    const rows = rowsByEmail(sqlite);
    expect(lostOrDoubled(rows, writers.acknowledged, writers.unanswered)).toEqual([]);
    expect([...writers.acknowledged].every((email) => rows.get(email) === 1)).toBe(true);
  });
  starts.sort((one, other) => one - other);
  const [median = 0, slowest = 0] = [starts[Math.floor(starts.length / 2)], starts.at(-1)];
  // Uses the median, because a busy machine can slow single starts.
  expect(median).toBeLessThan(5_000);
  expect(writers.retries()).toBeGreaterThan(0);
  record(
    `The server was killed ${kills} times while it acknowledged ${writers.acknowledged.size} registrations and received ${writers.retries()} resent forms`,
    `Each registration was stored once. The median restart took ${(median / 1000).toFixed(1)} s and the slowest ${(slowest / 1000).toFixed(1)} s`,
  );
});

/** Addresses that were acknowledged but lost, stored twice, or stored without being sent. */
function lostOrDoubled(rows: Map<string, number>, acknowledged: Set<string>, unanswered: Set<string>) {
  const lost = [...acknowledged].filter((email) => !rows.has(email));
  const others = [...rows].filter(
    ([email, count]) => count > 1 || !(acknowledged.has(email) || unanswered.has(email)),
  );
  return [...lost, ...others];
}

/** Starts clients that register. After a broken connection, they resend forms but not API calls. */
function startWriters(origin: string) {
  const acknowledged = new Set<string>();
  const unanswered = new Set<string>();
  const agent = connections(WRITERS);
  let inFlight = 0;
  let retries = 0;
  let isEnding = false;
  let gate = Promise.withResolvers<void>();

  async function write(number: number): Promise<void> {
    for (let count = 0; !isEnding; count += 1) {
      const email = `writer-${number}-${count}@example.com`;
      unanswered.add(email);
      if (count % 2 === 1) {
        await attempt(email, `${origin}/api/registrations`, byApi(email));
      } else {
        const form = byForm(email);
        while (!(await attempt(email, `${origin}/register`, form))) retries += 1;
        // Sent again, as by a browser that did not receive the response.
        if (count === 0) while (!(await attempt(email, `${origin}/register`, form))) retries += 1;
      }
    }
  }

  /** Waits for the gate to open, then sends. Returns true if the registration was acknowledged. */
  async function attempt(email: string, url: string, sending: Parameters<typeof send>[1]): Promise<boolean> {
    await gate.promise;
    inFlight += 1;
    const answer = await send(url, { ...sending, agent }).catch(() => null);
    inFlight -= 1;
    if (!answer) return false;
    if (!isAcknowledged(answer)) throw new Error(`A registration returned ${answer.status}`);
    acknowledged.add(email);
    unanswered.delete(email);
    return true;
  }

  const all = Promise.all(Array.from({ length: WRITERS }, (_, number) => write(number)));
  let failure: unknown = null;
  all.catch((error: unknown) => {
    failure = error;
  });
  return {
    acknowledged,
    unanswered,
    retries: () => retries,
    /** @throws if a registration was refused. */
    isWell: () => {
      if (failure) throw failure;
      return true;
    },
    open: () => gate.resolve(),
    /** Holds new requests back. Those in flight continue. */
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    areIdle: () => inFlight === 0,
    end: async () => {
      isEnding = true;
      await all;
      agent.destroy();
    },
  };
}
