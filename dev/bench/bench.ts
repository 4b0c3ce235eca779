// npm run bench: measures the built site and reference servers, and updates docs/performance.md.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitId } from "../../tests/faults/support/commit-id.ts";
import { logInOver } from "../../tests/faults/support/server-process.ts";
import { hasVarnish, startVarnish } from "../../tests/faults/support/varnish.ts";
import { aFormId, TEST_SECRET } from "../../tests/support/form-id.ts";
import { ORGANISER } from "../../tests/support/organiser.ts";
import { measureDelays } from "./delays.ts";
import { measureGrowth } from "./growth.ts";
import {
  fetchToastCookie,
  formatWhole,
  measureAlternately,
  measureLoad,
  median,
  readResidentMb,
  START_COMMAND,
  startProgram,
  startSite,
  table,
} from "./harness.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMail } from "./mail.ts";
import { measureMemory } from "./memory.ts";
import { hasNginx, startNginx } from "./nginx.ts";
import { measurePlaces } from "./places.ts";
import { measureSlowNetwork } from "./slow-network.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LIGHTHOUSE_RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 7);
const SECONDS = Number(process.env.SECONDS ?? 3);
/** More forms than any round can send. */
const FORMS = 200_000;
const folder = mkdtempSync(join(tmpdir(), "bench-"));
/** Read before docs/performance.md changes, because an uncommitted change adds '+' to the id. */
const commit = commitId();

const sections = {
  serving,
  writing,
  places: measurePlaces,
  mail: measureMail,
  delays: measureDelays,
  footprint,
  memory: () => measureMemory(SECONDS),
  growth: measureGrowth,
  measureSlowNetwork,
  lighthouse: () => measureLighthouse(folder, LIGHTHOUSE_RUNS),
};
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const text = await measure();
  console.log(`\n${name}\n${text}`);
  write(name, text);
}

/** Compares cached pages with the fastest possible server and with the plain framework. */
async function serving(): Promise<string> {
  const site = await startSite(4701, { env: { ADMIN_EMAILS: ORGANISER } });
  const cookie = await logInOver(site);
  const toast = await fetchToastCookie(site.origin);
  const plain = await startPlain(4709, site.dataDir);
  const page = await fetch(site.origin, { headers: { "Accept-Encoding": "br" } });
  const { brotli, headers } = await compressed(site.origin);
  writeFileSync(join(folder, "page.br"), brotli);
  writeFileSync(join(folder, "page.json"), JSON.stringify(headers));
  const raw = await startProgram(
    "node",
    ["dev/bench/references/raw.ts", "4702", join(folder, "page.br"), join(folder, "page.json")],
    {},
    "http://127.0.0.1:4702/",
  );
  const nginx = hasNginx() ? await startNginx(4703, site.origin, brotli) : null;
  const varnish = hasVarnish ? await startVarnish(Number(new URL(site.origin).port)) : null;
  const found = measureAlternately(ROUNDS, {
    "`/`, cached": () => measureLoad(`${site.origin}/`, SECONDS),
    "`/?session=2`, cached": () => measureLoad(`${site.origin}/?session=2`, SECONDS),
    "`/register`, with one-time ids": () => measureLoad(`${site.origin}/register`, SECONDS),
    "`/`, logged in": () => measureLoad(`${site.origin}/`, SECONDS, { headers: { Cookie: cookie } }),
    "`/`, rendered with a toast": () =>
      measureLoad(`${site.origin}/`, SECONDS, { headers: { Cookie: toast } }),
    "`/`, React Router without the pipeline": () => measureLoad("http://127.0.0.1:4709/", SECONDS),
    "`node:http`, same bytes": () => measureLoad("http://127.0.0.1:4702/", SECONDS),
    ...(nginx
      ? {
          "nginx, same bytes from disk": () => measureLoad("http://127.0.0.1:4703/file", SECONDS),
          "nginx as a cache": () => measureLoad("http://127.0.0.1:4703/", SECONDS),
        }
      : {}),
    ...(varnish
      ? {
          "Varnish as a cache": () => measureLoad(`http://127.0.0.1:${varnish.port}/`, SECONDS),
        }
      : {}),
  });
  const seen = nginx ? await secondsUntilSeen(site, "http://127.0.0.1:4703/") : null;
  const memory = readResidentMb(site.pid);
  for (const server of [varnish, nginx, raw, plain, site]) await server?.stop();
  const base = found.get("`/`, cached")?.requestsPerSecond ?? 1;
  const rows = [...found].map(([name, { requestsPerSecond, p99 }]) => [
    name,
    formatWhole(requestsPerSecond),
    p99.toFixed(1),
    (requestsPerSecond / base).toFixed(2),
  ]);
  return [
    table(["server and page", "requests/s", "p99, ms", "ratio"], rows),
    `\nRatio: rate relative to the first row. Compressed with brotli, \`/\` has ${formatWhole(Number(page.headers.get("content-length")))} bytes. Resident memory after the test: ${memory} MB.`,
    seen === null
      ? "nginx is not installed."
      : `A change appeared through nginx's cache after ${seen.toFixed(1)} s (limit: 20 s).`,
  ].join("\n");
}

/** Returns the compressed page, and the site's headers as alternating names and values. */
async function compressed(origin: string): Promise<{ brotli: Buffer; headers: string[] }> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(`${origin}/`, { headers: { "Accept-Encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      const ofNode = new Set(["date", "connection", "keep-alive"]);
      const headers = Object.entries(response.headers).filter(([name]) => !ofNode.has(name));
      response.on("end", () =>
        resolve({ brotli: Buffer.concat(chunks), headers: headers.flat().map((each) => String(each)) }),
      );
    }).once("error", reject);
  });
}

/** Runs the same build with react-router-serve, without the pipeline. */
function startPlain(port: number, dataDir: string) {
  const command = ["node_modules/@react-router/serve/dist/cli.js", "build/server/index.js"];
  const env = { DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" };
  const settings = { ...env, RATE_LIMIT: "off", SESSION_SECRET: TEST_SECRET };
  return startProgram("node", command, settings, `http://127.0.0.1:${port}/`);
}

/** Returns the seconds until a visitor behind the cache sees an organiser's change. */
async function secondsUntilSeen(site: { dataDir: string }, address: string): Promise<number> {
  const { default: Database } = await import("better-sqlite3");
  // wrk blocked this process, which needs a moment to notice that its connections were closed.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await fetch(address);
  const sqlite = new Database(join(site.dataDir, "conference.db"));
  sqlite.exec("update speakers set name = 'Seen At Last' where id = 1");
  sqlite.close();
  const changed = performance.now();
  while (performance.now() - changed < 60_000) {
    if ((await (await fetch(address)).text()).includes("Seen At Last")) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (performance.now() - changed) / 1000;
}

/** Writes a wrk script. Its two threads each send half of the forms, each with a one-time id. */
function formScript(person: Record<string, string>): string {
  const ids = join(folder, "form-ids");
  writeFileSync(ids, Array.from({ length: FORMS }, () => aFormId()).join("\n"));
  const file = join(folder, "form.lua");
  writeFileSync(
    file,
    `local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
function init()
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  own = {}
  local line = 0
  for id in io.lines("${ids}") do
    if line % 2 == number then own[#own + 1] = id end
    line = line + 1
  end
  sent = 0
end
function request()
  sent = sent + 1
  return wrk.format(nil, nil, nil, "${new URLSearchParams(person)}&formId=" .. own[sent])
end
`,
  );
  return file;
}

/** Measures registrations by form and by JSON, on this site and on the reference servers. */
async function writing(): Promise<string> {
  const lua = (name: string, type: string, body: string) => {
    const file = join(folder, `${name}.lua`);
    writeFileSync(file, `wrk.method="POST"\nwrk.headers["Content-Type"]="${type}"\nwrk.body='${body}'\n`);
    return file;
  };
  const person = {
    registrationType: "pr_pass",
    name: "Noor Haddad",
    email: "n@example.com",
    jobTitle: "Lead",
    favoredStream: "b2b",
  };
  const json = lua("json", "application/json", JSON.stringify(person));
  const form = () => formScript(person);
  const site = await startSite(4701);
  const without = await startSite(4704, { preload: "./dev/bench/rollback-commits.ts" });
  const post = (origin: string, path: string, script: string) => () =>
    measureLoad(origin + path, SECONDS, { script });
  const postForms = (origin: string) => () => measureLoad(`${origin}/register`, SECONDS, { script: form() });
  const reference = (name: string, port: number) =>
    startProgram(
      "node",
      [`dev/bench/references/${name}.ts`, String(port), mkdtempSync(join(tmpdir(), "bench-"))],
      { NODE_ENV: "production" },
      `http://127.0.0.1:${port}/`,
    );
  const hono = await reference("hono", 4706);
  const fastify = await reference("fastify", 4707);
  const plain = await startPlain(4709, mkdtempSync(join(tmpdir(), "bench-")));
  const servers = {
    "this site": site.origin,
    "this site without database commits": without.origin,
    Hono: "http://127.0.0.1:4706",
    Fastify: "http://127.0.0.1:4707",
    "React Router without the pipeline": "http://127.0.0.1:4709",
  };
  const found = measureAlternately(
    ROUNDS,
    Object.fromEntries(
      Object.entries(servers).flatMap(([name, origin]) => [
        [`${name}, JSON`, post(origin, "/api/registrations", json)],
        [`${name}, form`, postForms(origin)],
      ]),
    ),
  );
  for (const server of [site, without, hono, fastify, plain]) await server.stop();
  const rate = (name: string) => found.get(name)?.requestsPerSecond ?? Number.NaN;
  const cells = (name: string, kind: "JSON" | "form") => {
    const one = `${name}, ${kind}`;
    const ratio = rate(`this site, ${kind}`) / rate(one);
    return [formatWhole(rate(one)), found.get(one)?.p99.toFixed(1) ?? "", ratio.toFixed(2)];
  };
  const rows = Object.keys(servers).map((name) => [name, ...cells(name, "JSON"), ...cells(name, "form")]);
  const goals = "Goals: at least 0.5 without commits, 1 for Hono and Fastify, 1.5 for React Router.";
  const head = ["server", "JSON/s", "p99, ms", "ratio", "forms/s", "p99, ms", "ratio"];
  return `${table(head, rows)}\n\nRatio: this site's rate divided by the row's rate. ${goals}`;
}

/** Measures the time from process start to the first 200 response, including migrations. */
async function footprint(): Promise<string> {
  const starts: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
    const env = { DATA_DIR: dataDir, PORT: "4705", HOST: "127.0.0.1" };
    const site = await startProgram("sh", ["-c", START_COMMAND], env, "http://127.0.0.1:4705/healthz");
    starts.push(site.startedAfter);
    await site.stop();
  }
  const spread = `${Math.min(...starts).toFixed(0)} to ${Math.max(...starts).toFixed(0)}`;
  return `Median time from process start to the first 200 response, including all migrations: ${median(starts).toFixed(0)} ms (${starts.length} starts, ${spread} ms). Goal: 350 ms.`;
}

/** Replaces the text between the section's markers in docs/performance.md. Adds the commit. */
function write(name: string, text: string): void {
  const file = "docs/performance.md";
  const marked = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(
      marked,
      (_, begin, end) => `${begin}${text}\n\nCommit: ${commit}.\n${end}`,
    ),
  );
}
