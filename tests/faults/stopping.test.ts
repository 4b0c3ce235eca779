import { existsSync, readdirSync, statSync } from "node:fs";
import type { Agent } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IMAGE_WIDTHS } from "#app/models/image/image.ts";
import { usageOf } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { type Answer, byApi, byForm, connections, newUpload, send, sendSlowly } from "./support/requests.ts";
import { faultsOf, lookAtCopy, rowsByEmail } from "./support/rows.ts";
import { type Site, startLoggedIn } from "./support/site-process.ts";
import { pause, until } from "./support/until.ts";
import { photo } from "./support/uploading.ts";

const WHOLE = 20;
const HALF = 20;
const UPLOADS = 5;
const SIZES = Object.keys(IMAGE_WIDTHS).length;
const KEPT_OPEN = 5;
const IN_FLIGHT = WHOLE + HALF + UPLOADS + KEPT_OPEN;
const ROUNDS = cases(20, 2);

test("a stop completes the requests in flight and then exits", async () => {
  let slowestMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) slowestMs = Math.max(slowestMs, await stopInFlight());
  record(
    `The site was stopped ${ROUNDS} times with ${IN_FLIGHT} open requests`,
    `All requests were completed, and stopping took at most ${(slowestMs / 1000).toFixed(1)} s`,
  );
});

/** Stops a server with requests in flight. Returns the duration. */
async function stopInFlight(): Promise<number> {
  const { site, cookie } = await startLoggedIn();
  const image = await photo("#808080", 300, 200);
  const agent = connections(KEPT_OPEN);
  const emails: string[] = [];
  const newEmail = () => {
    const email = `visitor-${emails.length}@example.com`;
    emails.push(email);
    return email;
  };
  await Promise.all(Array.from({ length: KEPT_OPEN }, () => send(`${site.origin}/api/program`, { agent })));
  const uploads = await Promise.all(Array.from({ length: UPLOADS }, () => newUpload(site, cookie, image)));

  const register = `${site.origin}/register`;
  const halves = Array.from({ length: HALF }, () => ({ url: register, sending: byForm(newEmail()) }));
  const slow = [...halves, ...uploads].map(({ url, sending }) => startSlowly(url, sending));
  // The response to a later request proves that the first halves have arrived.
  await send(`${site.origin}/healthz`, { agent: false });
  // The paused process receives these requests together with the signal.
  process.kill(site.pid, "SIGSTOP");
  const quick = [
    ...Array.from({ length: WHOLE }, () =>
      startWhole(`${site.origin}/api/registrations`, { ...byApi(newEmail()), agent: false }),
    ),
    ...Array.from({ length: KEPT_OPEN }, () => startWhole(register, { ...byForm(newEmail()), agent })),
  ];
  await Promise.all(quick.map(({ handedOver }) => handedOver));
  const start = performance.now();
  const exit = site.end("SIGTERM");
  process.kill(site.pid, "SIGCONT");
  await until("it is stopping", () => site.output.join("").includes('"msg":"stopping"'));
  for (const { finish } of slow) {
    await pause(20);
    finish();
  }

  const answers = await Promise.all([...quick, ...slow].map(({ answer }) => answer));
  expect(site.output.join("")).not.toContain("took too long");
  expect(answers.filter((answer) => answer instanceof Error || !isWhole(answer))).toEqual([]);
  expect(await exit).toBe(0);
  const elapsed = performance.now() - start;
  expect(elapsed).toBeLessThan(10_000);
  agent.destroy();
  const wal = join(site.dataDir, "conference.db-wal");
  expect(existsSync(wal) && statSync(wal).size > 0).toBe(false);
  const images = readdirSync(join(site.dataDir, "uploads"), { recursive: true }).map(String);
  expect(images.filter((name) => name.endsWith(".meta.json"))).toHaveLength(UPLOADS * SIZES);
  lookAtCopy(site.dataDir, (sqlite) => {
    expect(faultsOf(sqlite)).toEqual([]);
    expect([...rowsByEmail(sqlite)].toSorted()).toEqual(emails.map((email) => [email, 1]).toSorted());
  });
  return elapsed;
}

const isWhole = ({ status, isComplete }: Answer): boolean => (status === 303 || status === 201) && isComplete;

function startWhole(url: string, { body, ...sending }: ReturnType<typeof byForm> & { agent: Agent | false }) {
  const { answer, handedOver, finish } = sendSlowly(url, sending);
  finish(body);
  return { answer: answer.catch((error: Error) => error), handedOver };
}

type Half = { method: string; headers: Record<string, string>; body?: string | Uint8Array };
/** Sends the head and the first half of a body. `finish` sends the rest. */
function startSlowly(url: string, { method, headers, body = "" }: Half) {
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  const length = { "Content-Length": String(bytes.length) };
  const sent = sendSlowly(url, { method, headers: { ...headers, ...length }, agent: false });
  sent.write(bytes.subarray(0, middle));
  return {
    answer: sent.answer.catch((error: Error) => error),
    finish: () => sent.finish(bytes.subarray(middle)),
  };
}

const SOAK_MS = cases(10 * 60_000, 8_000);
const VISITORS = 4;
const RESTS_MS = 60;

test("memory and descriptors stay flat during a long run", async () => {
  const { site, cookie } = await startLoggedIn();
  const start = performance.now();
  const isOver = () => performance.now() - start > SOAK_MS;
  const samples: ReturnType<typeof usageOf>[] = [];
  const statuses = new Map<number, number>();
  const traffic = Promise.all(
    Array.from({ length: VISITORS }, (_, number) => visit(site, cookie, number, isOver, statuses)),
  );
  while (!isOver()) {
    samples.push(usageOf(site.pid));
    await pause(SOAK_MS / 200);
  }
  await traffic;
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);

  // Compares the lowest values, because a heap grows until it is collected.
  const lowest = (from: number, to: number, of: "megabytes" | "descriptors") =>
    Math.min(...samples.slice(samples.length * from, samples.length * to).map((sample) => sample[of]));
  const between = (from: number, to: number) => ({
    megabytes: Math.round(lowest(from, to, "megabytes")),
    descriptors: lowest(from, to, "descriptors"),
  });
  const [middle, last] = [between(0.25, 0.75), between(0.75, 1)];
  expect(last.megabytes - middle.megabytes).toBeLessThan(64);
  expect(last.descriptors - middle.descriptors).toBeLessThan(10);
  expect(await site.end("SIGTERM")).toBe(0);
  record(
    `${requests} mixed requests were sent`,
    `Memory was ${middle.megabytes} MB in the middle of the run and ${last.megabytes} MB at the end`,
  );
});

/** Sends the requests of one visitor after another, each visitor on a new connection. */
async function visit(
  ...[site, cookie, number, isOver, statuses]: [Site, string, number, () => boolean, Map<number, number>]
): Promise<void> {
  const image = await photo("#808080", 300, 200);
  for (let round = 0; !isOver(); round += 1) {
    const agent = connections(1);
    const email = `soak-${number}-${round}@example.com`;
    const pages = ["/", "/favicon.svg", "/api/program", "/nowhere"];
    const requests = [
      ...pages.map((path) => () => send(site.origin + path, { agent })),
      ...[email, "no address"].map((one) => () => send(`${site.origin}/register`, { ...byForm(one), agent })),
      () => send(`${site.origin}/api/registrations`, { ...byApi(email), agent }),
      () => send(`${site.origin}/admin/speakers`, { headers: { Cookie: cookie }, agent }),
      async () => {
        if (round % 10 !== number) return send(`${site.origin}/api/speakers`, { agent });
        const { url, sending } = await newUpload(site, cookie, image);
        return send(url, sending);
      },
    ];
    for (const request of requests) {
      const { status } = await request();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(RESTS_MS);
    }
    agent.destroy();
  }
}
