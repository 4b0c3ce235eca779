import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type App, jsonPost, logged, ORIGIN, openSampleApp } from "../support/app.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";
import { addressesOf } from "../support/routes.ts";
import { type Endpoint, endpoints } from "./support/endpoints.ts";
import { cases, record } from "./support/findings.ts";
import { type OddProvider, startOddProvider } from "./support/odd-provider.ts";
import { type Body, oddHeaders } from "./support/odd-values.ts";
import { SEED } from "./support/seed.ts";

/** After this many cases, all pages must still open. Then the stored input is removed. */
const BATCH = 40;
const CASES = cases(10_000, BATCH);
const LIMIT_MS = 10_000;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

let app: App;
let createUploadUrl: () => string;
const images: Uint8Array[] = [];
let odd: OddProvider;
beforeAll(async () => {
  odd = await startOddProvider();
  app = await openSampleApp({ ADMIN_EMAILS: ORGANISER, ...odd.settings });
  ({ createUploadUrl } = await import("#app/http/upload-url.server.ts"));
  const blank = sharp({ create: { width: 8, height: 8, channels: 3, background: "#b3161e" } });
  for (const format of ["jpeg", "png", "webp"] as const) {
    images.push(new Uint8Array(await blank.clone().toFormat(format).toBuffer()));
  }
  for (const name of ["Noor Haddad", "Ed Marsh", "Żółć 日本", "Iris Vale"]) {
    const delegate = { registrationType: "pr_pass", name, email: "noor@example.com", jobTitle: "Editor" };
    expect((await app.fetch("/api/registrations", jsonPost(delegate))).status).toBe(201);
  }
  for (const table of SAMPLE)
    app.sqlite.exec(`create temp table kept_${table} as select * from main.${table}`);
});
afterAll(() => odd.stop());

/** Tables to restore, parents first. */
const SAMPLE = ["speakers", "program_sessions", "connections", "delegates", "outbox"];
const FILLING = ["drafts", "login_links", "login_sessions", "changesets", "changes", "pending_scrubs"];

/** Columns of a table, without the generated ones. */
const storedColumns = (table: string) =>
  (app.sqlite.pragma(`table_xinfo(${table})`) as { name: string; hidden: number }[])
    .filter(({ hidden }) => hidden === 0)
    .map(({ name }) => name)
    .join(", ");

function startAfresh(): void {
  const statements = [
    ...[...SAMPLE].reverse().map((table) => `delete from main.${table}`),
    ...SAMPLE.map((table) => {
      const columns = storedColumns(table);
      return `insert into main.${table} (${columns}) select ${columns} from kept_${table}`;
    }),
    ...FILLING.map((table) => `delete from main.${table}`),
  ];
  app.sqlite.exec(`begin; ${statements.join(";")}; commit`);
  const uploads = join(app.dataDir, "uploads");
  for (const file of readdirSync(uploads, { recursive: true, withFileTypes: true }))
    if (file.isFile()) rmSync(join(file.parentPath, file.name), { force: true });
}

type Attack = {
  method: string;
  address: string;
  body: Body | null;
  headers: [string, string][];
  login: "good" | "ended" | "none";
};

const attackOn = ({ method, address, body }: Endpoint): fc.Arbitrary<Attack> =>
  fc
    .record({
      method: often(method, fc.constantFrom(...METHODS)),
      address: fc.tuple(address, fc.constantFrom("", "", "", "", ".data", "/", "//", "case")).map(respell),
      body: body ?? fc.constant(null),
      type: often(
        null,
        fc.constantFrom("text/plain", "application/JSON ; charset=x", "multipart/form-data", ""),
      ),
      headers: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Attack["headers"]>([]) },
        { weight: 1, arbitrary: oddHeaders },
      ),
      login: fc.constantFrom<Attack["login"][]>("good", "good", "good", "good", "good", "ended", "none"),
    })
    .map(({ type, body, ...attack }) => ({
      ...attack,
      body: body && type !== null ? { ...body, type } : body,
    }))
    // tests/faults/traversal.test.ts covers other spellings.
    .filter((attack) => isReadable(attack.address));

const often = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 11, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** Appends slashes or React Router's `.data` suffix, or writes the path in capitals. */
function respell([address, spelling]: [string, string]): string {
  const [path = "", search] = splitAt(address, address.indexOf("?"));
  if (spelling === "case") return path.toUpperCase() + search;
  if (spelling === ".data" && path === "/") return `/_root.data${search}`;
  return path + spelling + search;
}

const splitAt = (text: string, at: number) => (at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)]);

function isReadable(address: string): boolean {
  try {
    const path = decodeURIComponent(new URL(address, ORIGIN).pathname);
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path) && !address.startsWith("//");
  } catch {
    return false;
  }
}

function requestOf(
  { method, body, headers, login }: Attack,
  cookies: Record<Attack["login"], string>,
): RequestInit {
  const sent = new Headers({ "Sec-Fetch-Site": "same-origin", Origin: ORIGIN });
  if (cookies[login]) sent.set("Cookie", cookies[login]);
  if (body?.type) sent.set("Content-Type", body.type);
  for (const [name, value] of headers) {
    sent.set(name, name === "Cookie" ? `${cookies[login]}; ${value}` : value);
  }
  const hasBody = body !== null && method !== "GET" && method !== "HEAD";
  return { method, headers: sent, ...(hasBody ? { body: new Uint8Array(body.bytes) } : {}) };
}

/** Cookies for a valid and an ended login. With the latter, forms are kept as drafts. */
async function logInAgain(): Promise<Record<Attack["login"], string>> {
  const good = await logIn();
  const ended = good.split("; ").filter((cookie) => cookie.startsWith("had-login="));
  return { good, ended: ended.join("; "), none: "" };
}

async function answerTo(attack: Attack, cookies: Record<Attack["login"], string>): Promise<void> {
  logged.length = 0;
  const start = performance.now();
  const response = await app.fetch(attack.address, requestOf(attack, cookies));
  const body = await response.text();
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  expect(response.status).toBeLessThan(500);
  expect(failures()).toEqual([]);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const path = new URL(attack.address, ORIGIN).pathname;
  if (response.status >= 400 && isJsonCall(path) && attack.method !== "HEAD") {
    expect(isJson).toBe(true);
    expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/./s) });
  }
  const draft = response.status === 401 ? /draft%3D([0-9a-f-]{36})/.exec(body)?.[1] : undefined;
  if (draft !== undefined) {
    const again = await app.fetch(`${path}?add=&draft=${draft}`, { headers: { Cookie: cookies.good } });
    expect(again.status).toBeLessThan(500);
  }
}

/** True below /api, except for the three pages that people open. */
const isJsonCall = (path: string) =>
  /^\/api(\/|$)/.test(path) && !/^\/api\/(login|logout|docs)\/*$|\.data$/i.test(path);

/** Logged errors except refused cross-site forms. */
const failures = () =>
  logged.filter(
    (line) => line.startsWith('{"level":"error"') && !line.includes("A form from another origin"),
  );

async function showAll(Cookie: string): Promise<void> {
  for (const path of SHOWING) {
    expect([path, (await app.fetch(path, { headers: { Cookie } })).status]).toEqual([path, 200]);
  }
}
const SHOWING = [
  ...["/", "/calendar.ics", "/og.png", "/sitemap.xml", "/api/program", "/api/speakers", "/admin"],
  ...["/admin/speakers", "/admin/program", "/admin/connections", "/admin/delegates", "/admin/delegates/door"],
  ...["/admin/delegates/walk-in", "/admin/delegates/badges", "/admin/delegates/door-list"],
  ...["/admin/delegates.csv", "/admin/delegates/import", "/admin/speakers.csv", "/admin/speakers/import"],
  ...["/admin/program.csv", "/admin/program/import", "/api/admin/delegates", "/api/admin/speaker-sessions"],
];

const newUploadPath = () => createUploadUrl().slice(ORIGIN.length);
const all = () => endpoints(images, newUploadPath);

test.each(endpoints([new Uint8Array(1)], () => "/").map(({ name }) => name))(
  "odd input gets a response from %s",
  async (name) => {
    const endpoint = all().find((candidate) => candidate.name === name);
    if (!endpoint) throw new Error(`There is no ${name}`);
    let done = 0;
    let cookies = { good: "", ended: "", none: "" };
    const property = fc.asyncProperty(attackOn(endpoint), async (attack) => {
      if (done % BATCH === 0) {
        startAfresh();
        cookies = await logInAgain();
      }
      await answerTo(attack, cookies);
      done += 1;
      if (done % BATCH === 0) await showAll((await logInAgain()).good);
    });
    await fc.assert(property, { numRuns: CASES, seed: SEED });
    record(`${done} unexpected inputs were sent`, "None caused a 5xx status, a hang or a logged error");
  },
);

test("every route of the table is attacked", () => {
  const attacked = new Set(all().map(({ route }) => route));
  expect(addressesOf(app).filter(({ path }) => !attacked.has(path))).toEqual([]);
});
