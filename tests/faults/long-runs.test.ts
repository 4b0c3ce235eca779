import { afterAll, beforeAll, expect, test } from "vitest";
import { registration } from "../support/factories.ts";
import { type Sent, send } from "../support/send.ts";
import { type Server, startServer } from "../support/server.ts";
import { isFull, record } from "./support/findings.ts";

const METRICS_TOKEN = "a-token-of-tests-that-is-long-enough";
/** A run of separators may take this many times the processor time of as many letters. */
const RATIO_LIMIT = 8;
/** Shorter times are rounded up to this. */
const LEAST_SECONDS = 0.01;
const ATTEMPTS = 5;

let server: Server;
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const SEPARATORS = [
  ...[" ", "\t", ",", ";", "=", '"', "/", ".", "-", ":", "(", ")", "\\", "%", "&", "+", "*", "_"],
];
/** Each separator alone, and with a letter after it. */
const RUNS = SEPARATORS.flatMap((one) => [one, `${one}a`]);
/** Node accepts 16 kB of address and headers in total. */
const HEAD_RUN = 14_500;
/** A form may be 128 kB long, and an encoded separator takes three bytes. */
const FIELD_RUN = 40_000;

const runOf = (text: string, length: number) => text.repeat(length / text.length);

type Probe = (run: string) => Sent;
type Place = { name: string; length: number; probes: Probe[] };

/** Headers that the site or its libraries parse, each with a valid beginning. */
const HEADERS: Record<string, string> = {
  Accept: "text/html",
  "Accept-Encoding": "gzip",
  "Accept-Language": "en",
  Authorization: "Bearer ",
  "Cache-Control": "no-cache",
  Connection: "keep-alive, ",
  "Content-Type": "application/json;",
  Cookie: "login=",
  Expect: "100-continue",
  Forwarded: "for=",
  Host: "localhost",
  "Idempotency-Key": "x",
  "If-Match": '"',
  "If-Modified-Since": "Sun",
  "If-None-Match": 'W/"x"',
  "If-Range": '"x"',
  "If-Unmodified-Since": "Sun",
  Origin: "http://localhost",
  Range: "bytes=",
  Referer: "http://localhost/",
  "Save-Data": "on",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Site": "same-origin",
  "User-Agent": "Mozilla",
  "X-Forwarded-For": "192.0.2.1",
  "X-Forwarded-Host": "localhost",
  "X-Forwarded-Proto": "https",
};

const post = (path: string, type: string, body: string): Sent => ({
  path,
  method: "POST",
  headers: { "Content-Type": type },
  body,
});
const json = (path: string, value: unknown) => post(path, "application/json", JSON.stringify(value));
const form = (path: string, fields: Record<string, string>) =>
  post(path, "application/x-www-form-urlencoded", new URLSearchParams(fields).toString());

const ADDRESSES = [
  ...["/", "/api/", "/api/speakers/", "/objects/uploads/", "/assets/", "/og/", "/?session=", "/?speaker="],
  ...["/?", "/register?type=", "/registration/", "/register?registration=", "/register?confirmed="],
  ...["/api/login?to=", "/api/login?link=", "/api/login?state=", "/admin/delegates?q="],
];
const withRun = (field: string, run: string) => registration({ email: "x", [field]: `x${run}x` });

const PLACES: Place[] = [
  ...Object.entries(HEADERS).map(([name, start]): Place => {
    const value = (run: string) => ({ [name]: `${start}${run}x` });
    const paths = ["/", "/favicon.svg", "/api/program?x"];
    return {
      name: `the header ${name}`,
      length: HEAD_RUN,
      probes: [
        ...paths.map((path) => (run: string) => ({ path, headers: value(run) })),
        (run) => {
          const sent = json("/api/registrations", {});
          return { ...sent, headers: { ...sent.headers, ...value(run) } };
        },
      ],
    };
  }),
  ...ADDRESSES.map((start): Place => {
    // A space would end the address.
    const written = (run: string) => run.replaceAll(" ", "+").replaceAll("\t", "%09").slice(0, HEAD_RUN);
    const probes = [(run: string) => ({ path: start + written(run) })];
    return { name: `the address ${start}`, length: HEAD_RUN, probes };
  }),
  ...Object.keys(registration()).map(
    (field): Place => ({
      name: `the field ${field} of a registration`,
      length: FIELD_RUN,
      probes: [
        (run) => form("/register", withRun(field, run)),
        (run) => json("/api/registrations", withRun(field, run)),
      ],
    }),
  ),
  {
    name: "a form's one-time id, a login link, a private link and a body as a whole",
    length: FIELD_RUN,
    probes: [
      (run) => form("/register", { formId: run, name: "" }),
      (run) => form("/registration/x", { intent: run }),
      (run) => form("/api/login?link=", { link: run }),
      (run) => ({ ...form("/register", {}), body: run }),
      (run) => ({ ...json("/api/registrations", {}), body: run }),
      (run) => json("/api/registrations", { [run]: run }),
      (run) => {
        const part = `--x\r\nContent-Disposition: form-data; name="${run}"\r\n\r\n${run}\r\n--x--\r\n`;
        return post("/api/login?link=", "multipart/form-data; boundary=x", part);
      },
    ],
  },
];

/** Processor time of the server, according to its own metrics. */
async function secondsSoFar(): Promise<number> {
  const { body } = await send(server.origin, {
    path: "/metrics",
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const seconds = /^process_cpu_seconds_total (\S+)$/m.exec(body)?.[1];
  if (seconds === undefined) throw new Error("The metrics lack the processor time");
  return Number(seconds);
}

async function processorSeconds(request: Sent): Promise<number> {
  const before = await secondsSoFar();
  // A request also counts if the server closes its connection.
  await send(server.origin, request).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  return (await secondsSoFar()) - before;
}

async function median(request: Sent, attempts: number): Promise<number> {
  const taken: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) taken.push(await processorSeconds(request));
  return taken.sort((a, b) => a - b)[Math.floor(attempts / 2)] ?? Number.NaN;
}

const patterns = RUNS.filter((_, index) => isFull || index % 2 === 0);
let compared = 0;
let worst = 0;

test.each(PLACES.map((place) => [place.name, place] as const))(
  "a long run of any separator takes no longer than letters in %s",
  async (_, { length, probes }) => {
    for (const [turn, probe] of probes.entries()) {
      const letters = probe("a".repeat(length));
      // Warms up the server.
      await median(letters, 3);
      const quick = await median(letters, ATTEMPTS);
      // A short test run sends every second pattern if the place has several requests.
      for (const pattern of patterns.filter(
        (_, index) => isFull || probes.length < 3 || (index + turn) % 2 === 0,
      )) {
        const request = probe(runOf(pattern, length));
        const ratioOf = (seconds: number, base: number) => seconds / Math.max(base, LEAST_SECONDS);
        let ratio = ratioOf(await processorSeconds(request), quick);
        // Measures again, because garbage collection or a timer may have interfered.
        if (ratio > RATIO_LIMIT / 2)
          ratio = ratioOf(await median(request, ATTEMPTS), await median(letters, ATTEMPTS));
        compared += 1;
        worst = Math.max(worst, ratio);
        expect(
          ratio,
          `${request.method ?? "GET"} ${request.path.slice(0, 40)}: a run of ${JSON.stringify(pattern)}`,
        ).toBeLessThan(RATIO_LIMIT);
      }
    }
  },
);

afterAll(() => {
  record(
    `${compared} inputs consisting of a repeated separator were sent`,
    `They took at most ${worst.toFixed(1)} times the processor time of inputs of repeated letters; the limit is ${RATIO_LIMIT}`,
  );
});
