import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { jsonPost, logged, openApp, visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { aFormId } from "../support/form-id.ts";
import { newFolder } from "../support/new-folder.ts";
import { app, db, openOrganised, organiser, textAfter, textOf } from "../support/organised.ts";
import { ORGANISER, organiserOf } from "../support/organiser.ts";
import { startServer } from "../support/server.ts";

const SCREEN = "/admin/tokens";
const LISTED = createToken("screen", "public");
const BELA = "bela@example.com";
const SETTINGS = { ADMIN_EMAILS: `${ORGANISER},${BELA}`, API_TOKENS: LISTED?.entry ?? "" };
beforeEach(() => openOrganised(SETTINGS));

const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const FORM = { name: "partner", "program:read": "on", until: dayIn(30) };
const create = (changes: Record<string, string> = {}) =>
  organiser.post(`${SCREEN}?add=`, { ...FORM, formId: aFormId(), ...changes });
const secretOn = (page: string) => /conf_[\w-]{43}/.exec(page)?.[0] ?? null;
const createdToken = async (changes: Record<string, string> = {}) =>
  secretOn(await (await create(changes)).text()) ?? "";
const ask = (path: string, token: string, init: RequestInit = {}, site: Pick<typeof app, "fetch"> = app) =>
  site.fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } });
/** The input with this id. */
const inputOn = (page: string, id: string) =>
  new RegExp(`<input[^>]* id="${id}"[^>]*>|<input id="${id}"[^>]*>`).exec(page)?.[0] ?? "";
const stored = () => db.rows("select id, name, rights, until, made_by, ended_at from api_tokens");
const endFirst = () => organiser.post(SCREEN, { end: "1" });

test("an organiser creates a token, which the answer shows once and the database only as a hash", async () => {
  const response = await create({ "delegates:read": "on" });
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  const page = await response.text();
  const token = secretOn(page) ?? "none";
  expect(inputOn(page, "token")).toMatch(/readonly/i);
  expect(await (await organiser.get(SCREEN)).text()).not.toContain("conf_");
  expect(await textOf(SCREEN)).toContain(
    `partner program:read, delegates:read Valid until ${dayIn(30)} (UTC). Created by ${ORGANISER}.`,
  );
  expect(stored()).toMatchObject([{ name: "partner", until: dayIn(30), made_by: ORGANISER, ended_at: null }]);
  expect((await ask("/api/admin/speakers/1", token)).status).toBe(200);
  expect(JSON.stringify(db.rows("select * from api_tokens"))).not.toContain(token.slice(5));
});

const SPEAKER = { name: "By a program", title: "T", company: "C", category: "b2b" };
const POST_SPEAKER = jsonPost(SPEAKER);
/** Calls with the right that each needs. */
const CALLS: [right: string, path: string, init?: RequestInit][] = [
  ["public:read", "/api/admin/numbers"],
  ["program:read", "/api/admin/speakers/1"],
  ["program:read", "/api/admin/speaker-sessions"],
  ["program:write", "/api/admin/speakers", POST_SPEAKER],
  ["program:write", "/api/speakers/1/image", { ...jsonPost({}), method: "DELETE" }],
  ["program:write", "/api/objects/upload", jsonPost({})],
  ["delegates:read", "/api/admin/delegates"],
];

test("each call asks for one right, and a token without it is told which", async () => {
  const rights = [...new Set(CALLS.map(([right]) => right))];
  for (const own of rights) {
    const token = await createdToken({ name: own.replace(":", "-"), "program:read": "", [own]: "on" });
    for (const [right, path, init] of CALLS) {
      const response = await ask(path, token, init);
      const what = `${own} at ${path}`;
      if (right === own) expect(response.status, what).toBeLessThan(300);
      else {
        expect(response.status, what).toBe(403);
        const message = `This call needs the right ${right}, which this token does not have.`;
        expect(await response.json(), what).toEqual({ message });
      }
    }
  }
});

test("the API document names the right that each call needs", async () => {
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  for (const [right, path, init] of CALLS) {
    const called = paths[path.replace(/\/1\b/, "/{id}")][(init?.method ?? "get").toLowerCase()];
    expect(called.security, path).toEqual([{ token: [] }, { login: [] }]);
    expect(called.responses[403].description).toContain(`\`${right}\``);
  }
  expect(visibleText(await (await app.fetch("/api/docs")).text())).toContain(
    "a token with the right delegates:read",
  );
});

test("a form sent twice creates one token, and no other answer shows it", async () => {
  const formId = aFormId();
  const answers = await Promise.all([create({ formId }), create({ formId })]);
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  expect(pages.flatMap((page) => secretOn(page) ?? [])).toHaveLength(1);
  const again = await create({ formId });
  expect(again.status).toBe(422);
  const page = await again.text();
  expect(secretOn(page)).toBeNull();
  expect(visibleText(page)).toContain("If this form created it just now, end it and create another");
  await endFirst();
  expect(await textAfter(await create({ formId }))).toContain("A token is shown only once.");
  expect(stored()).toHaveLength(1);
});

test("a form with errors answers 422, says what to correct and keeps everything", async () => {
  const wrong = { name: "two words", "program:read": "", until: dayIn(367) };
  const response = await create({ ...wrong });
  expect(response.status).toBe(422);
  const page = await response.text();
  for (const error of [
    "Name: Use up to 40 letters, digits, dots and dashes, and no spaces",
    "Rights: Choose at least one",
    "Last day: Choose a day within the next 366 days",
  ])
    expect(visibleText(page)).toContain(error);
  expect(inputOn(page, "name")).toContain('value="two words"');
  expect(inputOn(page, "until")).toContain(`value="${dayIn(367)}"`);
  const ticked = await (await create({ name: "", "delegates:read": "on", until: dayIn(-1) })).text();
  expect(visibleText(ticked)).toContain("Name: Required");
  expect([inputOn(ticked, "delegates:read"), inputOn(ticked, "program:read")].map(isTicked)).toEqual([
    true,
    true,
  ]);
  expect(isTicked(inputOn(ticked, "program:write"))).toBe(false);
  expect(stored()).toEqual([]);
});
const isTicked = (box: string) => /\bchecked=""/.test(box);

test("two valid tokens cannot have one name, and the form can be sent again with another", async () => {
  await create();
  for (const name of ["partner", "screen"]) {
    const taken = await create({ name });
    expect(taken.status).toBe(422);
    const page = await taken.text();
    expect(visibleText(page)).toContain("Name: A valid token has this name.");
    expect(inputOn(page, "name")).toContain(`value="${name}"`);
    expect(inputOn(page, "program:read")).toSatisfy(isTicked);
  }
  await endFirst();
  expect((await create()).status).toBe(200);
});

test("an ended token is refused at once with its reason, also by another process", async () => {
  const token = await createdToken();
  const server = await startServer({ ...SETTINGS, DATA_DIR: app.dataDir });
  try {
    const elsewhere = { fetch: (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init) };
    const statuses = async () => {
      const asked = [ask("/api/admin/speakers/1", token), ask("/api/admin/speakers/1", token, {}, elsewhere)];
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    expect(await textAfter(await endFirst())).toContain("Token partner ended.");
    expect(await statuses()).toEqual([401, 401]);
  } finally {
    await server.stop();
  }
  const refused = await ask("/api/admin/speakers/1", token);
  expect(refused.headers.get("WWW-Authenticate")).toContain('error_description="The token has been ended"');
  expect(await refused.json()).toEqual({
    message: `Unauthorized: an organiser ended this token on ${dayIn(0)}. An organiser can create a new one in the panel, under API Tokens.`,
  });
  expect(await textOf(SCREEN)).toContain(`Ended on ${dayIn(0)} (UTC).`);
  expect(await textAfter(await endFirst())).toContain("This token has already ended.");
});

test("an expired token is refused with its last day, and is still listed", async () => {
  const token = await createdToken();
  app.sqlite.exec(`update api_tokens set until = '${dayIn(-1)}'`);
  const refused = await ask("/api/admin/speakers/1", token);
  expect(refused.status).toBe(401);
  expect((await refused.json()).message).toContain(`this token was valid until ${dayIn(-1)}.`);
  expect(await textOf(SCREEN)).toContain(`Expired after ${dayIn(-1)} (UTC).`);
});

test("tokens of the settings are listed with their rights, and the list says where to end them", async () => {
  expect(await textOf(SCREEN)).toContain(
    `screen public:read Valid until ${LISTED?.until} (UTC). To end it, remove it from API_TOKENS on the server.`,
  );
});

test("a token with the right public:write registers delegates beyond the limit of a network", async () => {
  const server = await startServer({ ...SETTINGS, DATA_DIR: app.dataDir, RATE_LIMIT: "1" });
  const token = await createdToken({ "public:write": "on" });
  try {
    const register = (headers: Record<string, string>) =>
      fetch(`${server.origin}/api/registrations`, jsonPost(aRegistration(), headers));
    expect((await register({})).status).toBe(201);
    expect((await register({})).status).toBe(429);
    expect((await register({ Authorization: `Bearer ${token}` })).status).toBe(201);
    await endFirst();
    expect((await register({ Authorization: `Bearer ${token}` })).status).toBe(429);
  } finally {
    await server.stop();
  }
});
const aRegistration = () => ({
  registrationType: "pr_pass",
  name: "Ida Grey",
  email: `ida-${crypto.randomUUID()}@example.com`,
  jobTitle: "Editor",
});

test("only organisers open the screen: no token and no helper", async () => {
  const token = await createdToken();
  for (const init of [{}, { headers: { Authorization: `Bearer ${token}` } }])
    expect((await app.fetch(SCREEN, init)).status).toBe(401);
});

test("a new token needs a login of the past hour, and the form waits behind it", async () => {
  app.sqlite.exec("update login_sessions set sess = json_set(sess, '$.startedAt', 1)");
  const response = await create({ "public:read": "on" });
  const to = new URL(response.headers.get("Location") ?? "", "http://site").searchParams.get("to") ?? "";
  expect(to).toMatch(/^\/admin\/tokens\?draft=/);
  const page = await (await organiser.get(to)).text();
  expect(inputOn(page, "name")).toContain('value="partner"');
  expect(
    ["public:read", "program:read", "program:write"].map((right) => isTicked(inputOn(page, right))),
  ).toEqual([true, true, false]);
  expect(stored()).toEqual([]);
  // An old login can still end a token.
  expect(await textAfter(await endFirst())).toContain("already ended");
});

test("a token outlives its maker's role, and another organiser sees it and ends it", async () => {
  const bela = await organiserOf(app, BELA);
  await bela.post(`${SCREEN}?add=`, { ...FORM, formId: aFormId() });
  const later = await openApp({ ...SETTINGS, ADMIN_EMAILS: ORGANISER }, app.dataDir);
  const ana = await organiserOf(later);
  expect(visibleText(await (await ana.get(SCREEN)).text())).toContain(`Created by ${BELA}.`);
  expect((await ana.post(SCREEN, { end: "1" })).status).toBe(303);
  expect(stored()).toMatchObject([{ made_by: BELA, ended_at: expect.any(Number) }]);
});

test("the history says who created and ended a token, and no file or log contains the token", async () => {
  const token = await createdToken();
  insertDelegate(app.sqlite, { name: "Ida Grey" });
  await ask("/api/admin/delegates", token);
  await endFirst();
  const dashboard = await textOf("/admin");
  for (const entry of ["Created the API token “partner”", "Ended the API token “partner”"])
    expect(dashboard).toContain(entry);
  const { createBackup } = await import("#app/backup/backup.server.ts");
  const copy = join(newFolder(), "backup.tar.gz");
  await createBackup(app.dataDir, copy);
  app.sqlite.pragma("wal_checkpoint(truncate)");
  const kept = [readFileSync(join(app.dataDir, "conference.db")), readFileSync(copy), logged.join("")];
  expect(kept.map((content) => content.includes(token.slice(5)))).toEqual([false, false, false]);
  const line = { reason: "right", right: "delegates:read", token: "partner" };
  expect(logged.map((text) => JSON.parse(text))).toContainEqual(expect.objectContaining(line));
});
