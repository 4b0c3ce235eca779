import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setInterval as every } from "node:timers/promises";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registrationForm } from "../support/factories.ts";
import { ORGANISER } from "../support/organiser.ts";
import { type Server, startServer } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { CONTENT_TYPES, FLOODS } from "./support/floods.ts";
import { MALFORMED, SOUND_REQUEST } from "./support/malformed.ts";
import { exchange, headOf, pour, trickle } from "./support/raw-client.ts";
import { newUpload } from "./support/requests.ts";
import { logInOver } from "./support/server-process.ts";
import { watchServer } from "./support/server-watch.ts";
import { pause } from "./support/until.ts";
import { multipartOf } from "./support/uploading.ts";

const MB = 1024 * 1024;
const GB = 1024 * MB;
const MEMORY_LIMIT_MB = 256;
/** The server reads at most this much of a refused body, to let the sender receive the response. */
const BODY_LIMIT = 64 * MB;
/** Size of the socket buffers at both ends. */
const SOCKET_BUFFERS = 32 * MB;
const HANG_MS = 15_000;

let server: Server;
let cookie: string;
let own: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ ADMIN_EMAILS: ORGANISER });
  cookie = await logInOver(server);
  own = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", Origin: server.origin };
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** Sends this many bytes of a body, with a Content-Length or in chunks. */
const pourBody = (target: string, size: number, isChunked: boolean, headers: Record<string, string>) => {
  const framing: Record<string, string> = isChunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(size) };
  return pour(server.port, headOf(server.port, target, { ...headers, ...framing }), size, isChunked);
};
const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
/** Picks `count` evenly spaced elements. */
const spread = <T>(all: T[], count: number): T[] =>
  all.filter(
    (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  );

const uploadPath = async () => (await newUpload(server, cookie)).url.slice(server.origin.length);

const FAR_TOO_MUCH = [12 * MB, 60 * MB];
test("senders of oversized bodies, declared or chunked, get the reason", async () => {
  const targets = [
    ["POST /register", "application/x-www-form-urlencoded", [1 * MB, ...FAR_TOO_MUCH]],
    ["POST /api/registrations", "application/json", [1 * MB, ...FAR_TOO_MUCH]],
    ["POST /api/login", "Application/X-WWW-Form-Urlencoded", [1 * MB, ...FAR_TOO_MUCH]],
    ["POST /admin/speakers?add", "multipart/form-data; boundary=x", FAR_TOO_MUCH],
    [`PUT ${await uploadPath()}`, "image/png", FAR_TOO_MUCH],
  ] as const;
  for (const isChunked of [false, true]) {
    for (const [target, type, sizes] of targets) {
      for (const size of sizes) {
        const { status, isCut } = await pourBody(target, size, isChunked, { ...own, "Content-Type": type });
        expect([target, size, isChunked, status, isCut]).toEqual([target, size, isChunked, 413, false]);
      }
    }
  }
});

test("a body of 1 GB is not read to its end", async () => {
  const watch = watchServer(server);
  const targets = [
    ...["POST /register", "PUT /register", "GET /", "POST /", "POST /api/registrations", "GET /api/program"],
    ...["POST /api/login", "GET /api/logout", "POST /api/admin/speakers", "DELETE /api/admin/speakers/999"],
    ...["POST /admin/speakers?add", "POST /admin/program?add", "POST /admin/connections", "OPTIONS /"],
    ...["POST /admin/speakers.data?add", `PUT ${await uploadPath()}`, "PROPFIND /", "POST /%ff"],
    ...["GET /favicon.svg", "POST /favicon.svg", "POST /nowhere", "HEAD /nowhere"],
  ];
  const all = targets.flatMap((target) =>
    CONTENT_TYPES.flatMap((type) => [true, false].map((isChunked) => ({ target, type, isChunked }))),
  );
  const chosen = spread(all, cases(all.length, 14));
  let most = 0;
  for (const { target, type, isChunked } of chosen) {
    // Logs out without cookies, because the other cases need the login.
    const headers = { ...(target === "GET /api/logout" ? {} : own), "Content-Type": type };
    const { sent, status, isCut } = await pourBody(target, GB, isChunked, headers);
    const what = `${target} ${type} ${isChunked ? "in chunks" : "declared"}`;
    expect(isCut, what).toBe(true);
    expect(sent, what).toBeLessThan(BODY_LIMIT + SOCKET_BUFFERS);
    if (status !== null) expect(status, what).toBeLessThan(500);
    // GET, HEAD and OPTIONS ignore a body.
    if (status !== null && !/^(GET|HEAD|OPTIONS) /.test(target)) {
      expect(status, what).toBeGreaterThanOrEqual(400);
    }
    most = Math.max(most, sent);
  }
  await watch.expectWell(MEMORY_LIMIT_MB);
  record(
    `${chosen.length} requests with 1 GB bodies were sent`,
    `Each was cut off after ${megabytes(most)} at most; memory grew by ${watch.growth()} MB`,
  );
});

test("100,000 fields, 10,000 parts and deep JSON are refused at once under any content type", async () => {
  const watch = watchServer(server);
  const targets = [
    ...["POST /register", "POST /register.data", "POST /api/registrations", "POST /api/login", "PUT upload"],
    ...["POST /admin/speakers?add", "POST /admin/speakers?edit=1", "POST /admin/program?add"],
    ...["POST /admin/connections", "POST /api/admin/speakers", "PUT /api/admin/program/1"],
    ...["POST /api/admin/speaker-sessions", "PUT /api/speakers/1/image"],
  ];
  const all = FLOODS.flatMap((flood) =>
    targets.flatMap((target) => CONTENT_TYPES.map((type) => ({ ...flood, target, type }))),
  );
  const chosen = spread(all, cases(all.length, 300));
  let longest = 0;
  for (const { name, body, target, type } of chosen) {
    const [method, path = ""] = target.split(" ");
    const start = performance.now();
    const response = await fetch(server.origin + (path === "upload" ? await uploadPath() : path), {
      method,
      // A second click on a login link redirects those who are logged in.
      headers: { ...(path === "/api/login" ? {} : own), "Content-Type": type },
      body: Buffer.from(body),
      redirect: "manual",
      signal: AbortSignal.timeout(HANG_MS),
    });
    await response.arrayBuffer();
    const what = `${name} as ${type} to ${target}`;
    expect(response.status, what).toBeGreaterThanOrEqual(400);
    expect(response.status, what).toBeLessThan(500);
    longest = Math.max(longest, performance.now() - start);
  }
  await watch.expectWell(MEMORY_LIMIT_MB);
  record(
    `${chosen.length} requests with too many parts in their bodies were sent`,
    `All returned a 4xx status within ${Math.round(longest)} ms; memory grew by ${watch.growth()} MB`,
  );
});

test("malformed requests get one 4xx or none, and their connection ends", async () => {
  const watch = watchServer(server);
  for (const [name, bytes] of Object.entries(MALFORMED)) {
    const { statuses, text } = await exchange(server.port, bytes);
    expect(statuses.length, name).toBeLessThanOrEqual(1);
    for (const status of statuses) {
      expect(status, name).toBeGreaterThanOrEqual(400);
      expect(status, name).toBeLessThan(500);
      expect(text, name).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
      expect(text, name).toMatch(/^Content-Security-Policy: default-src 'none'/im);
    }
  }
  for (const name of ["5,000 headers", "a header of 100,000 letters", "a target of 100,000 letters"]) {
    expect((await exchange(server.port, MALFORMED[name] ?? "")).statuses).toEqual([431]);
  }
  await watch.expectWell(MEMORY_LIMIT_MB);
  record(
    `${Object.keys(MALFORMED).length} malformed requests were sent`,
    `All connections were closed; memory grew by ${watch.growth()} MB`,
  );
});

test("randomly damaged requests cause no failure of the server", async () => {
  const watch = watchServer(server);
  const sound = Buffer.from(SOUND_REQUEST, "latin1");
  const damage = fc.array(
    fc.record({
      at: fc.nat(sound.length - 1),
      length: fc.nat(3),
      bytes: fc.uint8Array({ maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const count = cases(5_000, 400);
  const seen = new Set<number>();
  for (const places of fc.sample(damage, { numRuns: count, seed: 4 })) {
    const damaged = places.reduce(
      (bytes, { at, length, bytes: wrong }) =>
        Buffer.concat([bytes.subarray(0, at), wrong, bytes.subarray(at + length)]),
      sound,
    );
    // Ends the connection, because the server would wait for the rest of the request.
    const { statuses } = await exchange(server.port, damaged, { thenEnd: true });
    for (const status of statuses) seen.add(status);
  }
  expect([...seen].filter((status) => status >= 500)).toEqual([]);
  await watch.expectWell();
  record(
    `${count} randomly damaged requests were sent`,
    `No response had a 5xx status; the statuses were ${[...seen].sort().join(", ")}`,
  );
});

test("unusual valid requests get a response", async () => {
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  const statuses = async (bytes: string, answers = 1) =>
    (await exchange(server.port, bytes, { answers })).statuses;
  expect(await statuses(`GET /healthz HTTP/1.0\r\n${host}\r\n`)).toEqual([200]);
  expect(await statuses(`\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`)).toEqual([200]);
  for (const upgrade of ["websocket", "h2c", "TLS/1.0"]) {
    const wanted = `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Key: x\r\n`;
    expect(await statuses(`GET /healthz HTTP/1.1\r\n${host}${wanted}\r\n`)).toEqual([200]);
  }
  const pipelined = `GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(20);
  expect(await statuses(pipelined, 20)).toEqual(Array(20).fill(200));
  const body = new URLSearchParams(registrationForm()).toString();
  const form = `POST /register HTTP/1.1\r\n${host}Content-Type: Application/X-WWW-Form-Urlencoded\r\n`;
  const length = `Content-Length: ${body.length}\r\n`;
  expect(await statuses(`${form}Expect: 100-continue\r\n${length}\r\n${body}`)).toEqual([303]);
  const chunks = [...body].map((letter) => `1\r\n${letter}\r\n`).join("");
  expect(await statuses(`${form}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)).toEqual([303]);
});

test("a connection with a hundred pending requests is ended", async () => {
  const hundred = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`.repeat(100);
  expect((await exchange(server.port, hundred, { answers: 100 })).statuses.length).toBeLessThan(100);
});

test("unread responses do not pile up", async () => {
  const watch = watchServer(server);
  const count = cases(50_000, 5_000);
  const request = headOf(server.port, "GET /", {});
  const { sent } = await pour(server.port, request, request.length * count, false, {
    piece: Buffer.from(request.repeat(500)),
    isDeaf: true,
    patienceMs: 3_000,
  });
  await watch.expectWell(MEMORY_LIMIT_MB);
  record(
    `A client sent ${count} requests and read none of the responses`,
    `The server stopped reading after ${megabytes(sent)}; memory grew by ${watch.growth()} MB`,
  );
});

const SLOW_LIMIT_MS = 40_000;
const PROBE_EVERY_MS = 200;
const P95_LIMIT_MS = 1_000;

test("slow connections are cut off within 30 s; others get responses, and a slow upload arrives", async () => {
  const watch = watchServer(server);
  const count = cases(1_000, 200);
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const many = "a".repeat(200);
  const slow = headOf(server.port, "GET /", { "X-Slow": many });
  const length = { "Content-Length": "10000" };
  const chunked = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
  /** Bytes sent at the start, and bytes then sent each second. */
  const kinds: Record<string, [head: string, pieces: string | string[]]> = {
    silent: ["", []],
    headers: ["", slow],
    "a header": ["GET / HTTP/1.1\r\nX-Slow: ", many],
    "a form": [headOf(server.port, "POST /register", { ...form, ...length }), many],
    chunks: [headOf(server.port, "POST /api/registrations", chunked), Array(200).fill("1\r\na\r\n")],
    "an image": [
      headOf(server.port, `PUT ${await uploadPath()}`, { ...own, "Content-Length": String(5 * MB) }),
      many,
    ],
    "to a missing address": [headOf(server.port, "POST /nowhere", length), many],
    "after an answer": [headOf(server.port, "GET /healthz", {}), slow],
  };
  const names = Object.keys(kinds);
  const attackers = Array.from({ length: count }, async (_, index) => {
    const kind = names[index % names.length] ?? "";
    const [head, pieces] = kinds[kind] ?? ["", []];
    return { kind, ...(await trickle(server.port, head, pieces)) };
  });

  const attack = Promise.all(attackers);
  const probing = probeUntil(attack);
  const patient = sendSlowly();
  const ended = await attack;
  const { times, statuses } = await probing;
  for (const kind of names) {
    const ends = ended.filter((end) => end.kind === kind);
    expect(Math.max(...ends.map(({ afterMs }) => afterMs)), kind).toBeLessThan(SLOW_LIMIT_MS);
    const expected =
      kind === "to a missing address" ? [[404]] : kind === "after an answer" ? [[200], [200, 408]] : [[408]];
    for (const end of ends) expect(expected, kind).toContainEqual(end.statuses);
  }
  expect(statuses).toEqual(new Set([200, 303]));
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
  expect(p95).toBeLessThan(P95_LIMIT_MS);

  const upstream = await patient;
  expect(upstream.status).toBe(303);
  expect(upstream.seconds).toBeGreaterThan(30);
  await watch.expectWell(MEMORY_LIMIT_MB);
  const longest = Math.max(...ended.map(({ afterMs }) => afterMs));
  record(
    `While ${count} slow connections were open, ${times.length} normal requests and an upload of ${megabytes(upstream.bytes)} at 300 kB/s were sent`,
    `The slow connections were closed within ${(longest / 1000).toFixed(1)} s. 95% of the normal requests took at most ${Math.round(p95)} ms, and the upload took ${Math.round(upstream.seconds)} s`,
  );
});

/** Alternates page views and registrations until the attack is over. */
async function probeUntil(over: Promise<unknown>) {
  const times: number[] = [];
  const statuses = new Set<number>();
  const pending: Promise<void>[] = [];
  let isOver = false;
  over.finally(() => {
    isOver = true;
  });
  for await (const _ of every(PROBE_EVERY_MS)) {
    if (isOver) break;
    const start = performance.now();
    const form = {
      method: "POST",
      body: new URLSearchParams(registrationForm()),
      redirect: "manual",
    } as const;
    const isForm = pending.length % 2 === 1;
    const probe = fetch(server.origin + (isForm ? "/register" : "/"), isForm ? form : {});
    pending.push(
      probe.then(async (response) => {
        await response.arrayBuffer();
        statuses.add(response.status);
        times.push(performance.now() - start);
      }),
    );
  }
  await Promise.all(pending);
  return { times, statuses };
}

/** Adds a speaker with a photo of just under 10 MB, at 300 kB a second. */
async function sendSlowly() {
  const [width, height] = [1_860, 1_860];
  const raw = randomBytes(width * height * 3);
  const photo = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { type, body: bytes } = await multipartOf("Slow Line", Uint8Array.from(photo));
  const start = performance.now();
  const response = await fetch(`${server.origin}/admin/speakers?add`, {
    method: "POST",
    headers: { ...own, "Content-Type": type },
    body: Readable.toWeb(Readable.from(slowly(bytes))) as ReadableStream,
    duplex: "half",
    redirect: "manual",
  } as RequestInit);
  return { status: response.status, seconds: (performance.now() - start) / 1000, bytes: bytes.length };
}

async function* slowly(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 30_000) {
    await pause(100);
    yield bytes.subarray(at, at + 30_000);
  }
}
