// Oversized, slow and malformed requests are cut off, and other requests do not suffer.
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setInterval as every } from "node:timers/promises";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registrationForm } from "../support/factories.ts";
import { WITH_ORGANISER } from "../support/link-sign-in.ts";
import { type Server, startServer } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { CONTENT_TYPES, FLOODS } from "./support/floods.ts";
import { MALFORMED, SOUND_REQUEST } from "./support/malformed.ts";
import { exchange, pour, trickle } from "./support/raw-client.ts";
import { signInOver } from "./support/server-process.ts";
import { watchServer } from "./support/server-watch.ts";
import { multipartOf } from "./support/uploading.ts";

const MB = 1024 * 1024;
const GB = 1024 * MB;
const MEMORY_LIMIT = 256 * MB;
/** Bytes read of a refused body, so that its sender gets the response… */
const BODY_LIMIT = 64 * MB;
/** …and the socket buffers at both ends. */
const SOCKET_BUFFERS = 32 * MB;
const HANG_MS = 15_000;

let server: Server;
let cookie: string;
/** Headers of an organiser's same-origin request. */
let own: Record<string, string>;
beforeAll(async () => {
  server = await startServer(WITH_ORGANISER);
  cookie = await signInOver(server);
  own = { Cookie: cookie, "Sec-Fetch-Site": "same-origin", Origin: server.origin };
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const headOf = (method: string, path: string, headers: Record<string, string>) =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ Host: `127.0.0.1:${server.port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
/** Sends this many bytes of a body, declared or in chunks. */
const pourBody = (target: string, size: number, isChunked: boolean, headers: Record<string, string>) => {
  const [method = "", path = ""] = target.split(" ");
  const framing: Record<string, string> = isChunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(size) };
  return pour(server.port, headOf(method, path, { ...headers, ...framing }), size, isChunked);
};
const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
/** Picks a number of elements, evenly spread. */
const spread = <T>(all: T[], count: number): T[] =>
  all.filter(
    (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  );

async function uploadPath(): Promise<string> {
  const response = await fetch(`${server.origin}/api/objects/upload`, { method: "POST", headers: own });
  const { uploadURL } = (await response.json()) as { uploadURL: string };
  const { pathname, search } = new URL(uploadURL);
  return pathname + search;
}

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
    // Logout must be refused, because the other cases need the login.
    const headers = { ...(target === "GET /api/logout" ? {} : own), "Content-Type": type };
    const { sent, status, isCut } = await pourBody(target, GB, isChunked, headers);
    const what = `${target} ${type} ${isChunked ? "in chunks" : "declared"}`;
    expect(isCut, what).toBe(true);
    expect(sent, what).toBeLessThan(BODY_LIMIT + SOCKET_BUFFERS);
    if (status !== null) expect(status, what).toBeLessThan(500);
    // Methods without a body ignore it.
    if (status !== null && !/^(GET|HEAD|OPTIONS) /.test(target)) {
      expect(status, what).toBeGreaterThanOrEqual(400);
    }
    most = Math.max(most, sent);
  }
  await watch.expectWell();
  expect(watch.growth()).toBeLessThan(MEMORY_LIMIT);
  record(
    `${chosen.length} bodies of 1 GB`,
    `cut after ${megabytes(most)} at most; ${megabytes(watch.growth())} more memory`,
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
      headers: { ...own, "Content-Type": type },
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
  await watch.expectWell();
  expect(watch.growth()).toBeLessThan(MEMORY_LIMIT);
  record(
    `${chosen.length} bodies with too many parts`,
    `4xx within ${Math.round(longest)} ms; ${megabytes(watch.growth())} more memory`,
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
  await watch.expectWell();
  expect(watch.growth()).toBeLessThan(MEMORY_LIMIT);
  record(`${Object.keys(MALFORMED).length} malformed requests`, `${megabytes(watch.growth())} more memory`);
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
    // Ends the connection, or the server would wait for the rest.
    const { statuses } = await exchange(server.port, damaged, { thenEnd: true });
    for (const status of statuses) seen.add(status);
  }
  expect([...seen].filter((status) => status >= 500)).toEqual([]);
  await watch.expectWell();
  record(`${count} randomly damaged requests`, `no 5xx; statuses ${[...seen].sort().join(", ")}`);
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
  const request = headOf("GET", "/", {});
  const { sent } = await pour(server.port, request, request.length * count, false, {
    piece: Buffer.from(request.repeat(500)),
    isDeaf: true,
    patienceMs: 3_000,
  });
  await watch.expectWell();
  expect(watch.growth()).toBeLessThan(MEMORY_LIMIT);
  const cost = `${megabytes(sent)} accepted; ${megabytes(watch.growth())} more memory`;
  record(`${count} requests with unread responses`, cost);
});

const SLOW_LIMIT_MS = 40_000;
const PROBE_EVERY_MS = 200;
const P95_LIMIT_MS = 1_000;

test("slow connections are cut off within 30 s; others get responses, and a slow upload arrives", async () => {
  const watch = watchServer(server);
  const count = cases(1_000, 200);
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const upload = await uploadPath();
  const many = "a".repeat(200);
  const slow = headOf("GET", "/", { "X-Slow": many });
  const length = { "Content-Length": "10000" };
  const chunked = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" };
  /** Bytes sent at once, and bytes then sent each second. */
  const kinds: Record<string, [head: string, pieces: string | string[]]> = {
    silent: ["", []],
    headers: ["", slow],
    "a header": ["GET / HTTP/1.1\r\nX-Slow: ", many],
    "a form": [headOf("POST", "/register", { ...form, ...length }), many],
    chunks: [headOf("POST", "/api/registrations", chunked), Array(200).fill("1\r\na\r\n")],
    "an image": [headOf("PUT", upload, { ...own, "Content-Length": String(5 * MB) }), many],
    "to a missing address": [headOf("POST", "/nowhere", length), many],
    "after an answer": [headOf("GET", "/healthz", {}), slow],
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
  await watch.expectWell();
  expect(watch.growth()).toBeLessThan(MEMORY_LIMIT);
  const longest = Math.max(...ended.map(({ afterMs }) => afterMs));
  record(
    `${count} slow connections, ${times.length} probes, an upload of ${megabytes(upstream.bytes)} at 300 kB/s`,
    `slow connections cut within ${(longest / 1000).toFixed(1)} s; probes took ${Math.round(p95)} ms (p95), the upload ${Math.round(upstream.seconds)} s`,
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
  const A_TENTH = 30_000;
  let at = 0;
  for await (const _ of every(100)) {
    if (at >= bytes.length) return;
    yield bytes.subarray(at, at + A_TENTH);
    at += A_TENTH;
  }
}
