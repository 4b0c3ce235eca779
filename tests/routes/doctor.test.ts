import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { finish } from "../faults/support/child-process.ts";
import { mountSmallDisk } from "../faults/support/small-disk.ts";
import { TEST_SECRET } from "../support/form-id.ts";
import { startMailServer } from "../support/mail-server.ts";
import { withPlaces } from "../support/places.ts";
import { freePort, newDataDir, type Server, startServer } from "../support/server.ts";

type Found = { name: string; status: string; found: string; remedy?: string };

let site: Server;
beforeAll(async () => {
  site = await startServer({ ADMIN_EMAILS: "ana@example.com" });
});
afterAll(() => site.stop());

const settingsOf = (settings: Record<string, string>) => ({
  SESSION_SECRET: TEST_SECRET,
  DATA_DIR: site.dataDir,
  SITE_URL: site.origin,
  ADMIN_EMAILS: "ana@example.com",
  ...settings,
});

afterEach(() => vi.unstubAllEnvs());

async function run(settings: Record<string, string> = {}, ...args: string[]) {
  const env = { ...process.env, ...settingsOf(settings) };
  const child = spawn(process.execPath, ["bin/doctor.ts", "--json", ...args], { env });
  const { status, output } = await finish(child);
  const { isWell, checks } = JSON.parse(output) as { isWell: boolean; checks: Found[] };
  expect(status).toBe(isWell ? 0 : 1);
  return { isWell, of: (name: string) => checks.find((check) => check.name === name), checks };
}

/** Runs the checks of `npm run doctor` in this process, with these settings. */
async function runChecks(settings: Record<string, string>) {
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(settingsOf(settings))) vi.stubEnv(name, value);
  const { runChecks } = await import("#app/doctor/doctor.server.ts");
  const checks: Found[] = await runChecks(undefined);
  return (name: string) => checks.find((check) => check.name === name);
}

test("with a waiting list, the warning about email says that no places are offered", async () => {
  const found = async (waitingList: boolean) =>
    (await runChecks(withPlaces(50, { waitingList })))("Email")?.found;
  expect(await found(false)).toBe("it is not set up, so emails are waiting");
  expect(await found(true)).toBe("it is not set up, so emails are waiting, and no places are offered");
});

test("a healthy site has no problem, and warnings contain advice", async () => {
  const { isWell, of, checks } = await run();
  expect(isWell).toBe(true);
  expect(of("Address")?.found).toContain(`${site.origin} leads to this site`);
  expect(of("Database")).toMatchObject({ status: "ok", found: "it is intact: 0 delegates" });
  const remedy = expect.stringContaining("npm run backup");
  expect(of("Backup")).toMatchObject({ status: "warning", remedy });
  expect(of("Email")).toMatchObject({ status: "warning", remedy: "Set SMTP_URL to your mail server." });
  expect(checks.filter(({ status, remedy }) => status !== "ok" && !remedy)).toEqual([]);
});

test("an unusable setting or conference file is named, and the checks end there", async () => {
  const port = await run({ PORT: "many" });
  expect([port.isWell, port.checks.length]).toEqual([false, 1]);
  expect(port.of("Settings")?.found).toContain("PORT must be a port number");
  vi.stubEnv("CONFERENCE_FILE", "/not/there.json");
  const { checkSettings } = await import("#app/doctor/check.server.ts");
  expect(checkSettings().found).toContain("CONFERENCE_FILE (/not/there.json) cannot be read");
});

/** Starts a proxy in front of the site, which adds these headers to responses. */
async function startProxy(added: Record<string, string> = {}, bodyLimit = Number.POSITIVE_INFINITY) {
  const port = await freePort();
  const proxy = createServer((incoming, outgoing) => {
    if (Number(incoming.headers["content-length"] ?? 0) > bodyLimit) {
      // As nginx does: the answer ends the connection, and the rest of the body is discarded.
      outgoing.writeHead(413, { Connection: "close", "Content-Type": "text/html" }).end("<h1>413</h1>");
      return void incoming.resume();
    }
    const headers = { ...incoming.headers, "x-forwarded-for": "192.0.2.1" };
    const { method, url: path } = incoming;
    const passed = request({ host: "127.0.0.1", port: site.port, path, method, headers }, (answer) => {
      outgoing.setHeaders(new Headers(answer.headers as Record<string, string>));
      for (const [name, value] of Object.entries(added)) outgoing.appendHeader(name, value);
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  return { proxy, SITE_URL: `http://127.0.0.1:${port}` };
}

test("a proxy that hides the origin of forms is a warning", async () => {
  for (const [policy, status] of [
    ["no-referrer", "warning"],
    ["no-referrer-when-downgrade", undefined],
  ] as const) {
    const { proxy, SITE_URL } = await startProxy({ "Referrer-Policy": policy });
    const check = (await runChecks({ SITE_URL, TRUST_PROXY: "1" }))("Referrer-Policy");
    expect(check?.status, policy).toBe(status);
    proxy.closeAllConnections();
    proxy.close();
  }
});

test("TRUST_PROXY is compared with the headers that really arrive", async () => {
  const { proxy, SITE_URL } = await startProxy();
  const setTo = (hops: number) => ({
    status: "problem",
    remedy: expect.stringContaining(`Set TRUST_PROXY=${hops}`),
  });
  expect((await runChecks({ SITE_URL }))("Proxies")).toMatchObject(setTo(1));
  expect((await runChecks({ SITE_URL, TRUST_PROXY: "1" }))("Proxies")?.status).toBe("ok");
  proxy.closeAllConnections();
  proxy.close();
});

test("without X-Forwarded-For, the advice is to send it, never to trust no proxy", async () => {
  const check = (await runChecks({ TRUST_PROXY: "1" }))("Proxies");
  expect(check).toMatchObject({ status: "problem", remedy: expect.stringContaining("proxy_set_header") });
  expect(check?.remedy).not.toContain("TRUST_PROXY=0");
});

test("a proxy that refuses images of 10 MB is a problem, with the setting of nginx", async () => {
  const MB = 1024 * 1024;
  for (const [limit, status] of [
    [1 * MB, "problem"],
    [12 * MB, "ok"],
  ] as const) {
    const { proxy, SITE_URL } = await startProxy({}, limit);
    const check = (await runChecks({ SITE_URL, TRUST_PROXY: "1" }))("Upload size");
    expect(check?.status, String(limit)).toBe(status);
    if (status === "problem") expect(check?.remedy).toContain("client_max_body_size 12m");
    proxy.closeAllConnections();
    proxy.close();
  }
});

/** Maps each path below a folder to its owner, mode, size and time of the last change. */
function stateOf(folder: string) {
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].sort();
  return names.map((name) => {
    const { uid, mode, size, ctimeMs } = statSync(join(folder, name));
    return [name, uid, mode, size, ctimeMs];
  });
}

/** Runs `npm run doctor` on a folder, without SESSION_SECRET. */
const runOn = (DATA_DIR: string, ...args: string[]) => run({ DATA_DIR, SESSION_SECRET: "" }, ...args);

const OTHER = 1000;
const isRoot = process.getuid?.() === 0;

test("the doctor changes nothing: no secret, database or log appears", async () => {
  const empty = newDataDir();
  if (isRoot) chownSync(empty, OTHER, OTHER);
  const before = stateOf(empty);
  const { of } = await runOn(empty);
  expect(of("Secret")).toMatchObject({
    status: "warning",
    remedy: expect.stringContaining("Start the site"),
  });
  expect(of("Database")?.found).toContain("there is no conference.db");
  expect(stateOf(empty)).toEqual(before);

  const stopped = newDataDir();
  const other = await startServer({ DATA_DIR: stopped, SESSION_SECRET: "" });
  await other.stop();
  chmodSync(join(stopped, "secret"), 0o644);
  const kept = stateOf(stopped);
  const checks = await runOn(stopped);
  expect([checks.of("Secret")?.status, checks.of("Database")?.status]).toEqual(["ok", "ok"]);
  expect(stateOf(stopped)).toEqual(kept);
});

test("as root, the doctor finds the files that the site's own user cannot use", async ({ skip }) => {
  if (!isRoot) return skip("it needs root");
  const foreign = async (make: (folder: string) => string) => {
    const dataDir = newDataDir();
    cpSync(site.dataDir, dataDir, { recursive: true });
    writeFileSync(join(dataDir, "secret"), "a secret of tests that is long enough", { mode: 0o600 });
    for (const name of ["", ...readdirSync(dataDir, { recursive: true, encoding: "utf8" })])
      chownSync(join(dataDir, name), OTHER, OTHER);
    const path = make(dataDir);
    chownSync(path, 0, 0);
    chmodSync(path, 0o700);
    return (await runOn(dataDir)).of;
  };
  const chown = { status: "problem", remedy: expect.stringContaining("chown") };
  expect((await foreign((folder) => join(folder, "secret")))("Secret")).toMatchObject(chown);
  expect((await foreign((folder) => join(folder, "uploads")))("Images")).toMatchObject(chown);
  const inside = (folder: string) => {
    mkdirSync(join(folder, "uploads", "ab"));
    return join(folder, "uploads", "ab");
  };
  expect((await foreign(inside))("Images")).toMatchObject(chown);

  // Root of a container without capabilities cannot become another user.
  const bare = newDataDir();
  chownSync(bare, OTHER, OTHER);
  const powerless = ["--bounding-set=-all", "--inh-caps=-all", process.execPath, "bin/doctor.ts", "--json"];
  const env = { ...process.env, ...settingsOf({ DATA_DIR: bare }) };
  const { checks } = JSON.parse((await finish(spawn("setpriv", powerless, { env }))).output);
  expect(checks).toContainEqual(expect.objectContaining({ name: "User", status: "problem" }));
});

test("a read-only and a full disk are a row each, with what to do", async ({ skip }) => {
  const disk = mountSmallDisk(4);
  if ("problem" in disk) return skip(disk.problem);
  onTestFinished(() => void disk.unmount());
  const on = await startServer({ DATA_DIR: disk.path, ADMIN_EMAILS: "ana@example.com" });
  onTestFinished(() => void on.stop());
  disk.fill();
  const full = await run({ DATA_DIR: disk.path, SITE_URL: on.origin });
  const free = { status: "problem", remedy: expect.stringContaining("Free some space") };
  expect(full.of("Data folder")).toMatchObject(free);
  expect(full.of("Address")?.found).toContain("reports: disk full");
  expect(full.of("Database")).toBeUndefined();
  disk.free();
  await on.stop();
  disk.remount("ro");
  const readOnly = await run({ DATA_DIR: disk.path });
  const mount = { status: "problem", remedy: expect.stringContaining("Mount its disk writable") };
  expect(readOnly.of("Data folder")).toMatchObject(mount);
});

test("a check that fails is a row, and a wrong option a sentence, never a stack", async () => {
  const { attempt } = await import("#app/doctor/check.server.ts");
  const checks = await attempt("Images", () => {
    throw new Error("no such thing");
  });
  expect(checks).toMatchObject([
    { name: "Images", status: "problem", found: expect.stringContaining("no such") },
  ]);
  const { status, output } = await finish(spawn(process.execPath, ["bin/doctor.ts", "--mail", "x"]));
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/^The doctor could not finish: Unknown option/),
  ]);
  expect(output).not.toContain("    at ");
});

test("/healthz tells no one else the number of proxies", async () => {
  for (const probe of [undefined, "x", `${Date.now() + 30_000}.x`, `${Date.now() - 1}.x`]) {
    const headers: Record<string, string> = probe === undefined ? {} : { "X-Byline-Doctor": probe };
    const body = await (await fetch(`${site.origin}/healthz`, { headers })).json();
    expect(Object.keys(body)).toEqual(["status", "version"]);
  }
});

test("an unreachable address, or one with another site, is a problem with a remedy", async () => {
  const nobody = await runChecks({ SITE_URL: `http://127.0.0.1:${await freePort()}` });
  const found = expect.stringContaining("ECONNREFUSED");
  expect(nobody("Address")).toMatchObject({ status: "problem", found });
  const other = await runChecks({ SESSION_SECRET: "the secret of quite another site than this one" });
  expect(other("Address")?.found).toContain("has a different secret");
});

test("the mail server is logged in to, and an email is sent only on request", async () => {
  const server = await startMailServer();
  const settings = { SMTP_URL: server.url };
  const email = async () => (await runChecks(settings))("Email");
  expect([(await email())?.status, server.mails.length]).toEqual(["ok", 0]);
  const sent = await run(settings, "--mail-to", "you@example.com");
  expect(sent.of("Email")?.status).toBe("ok");
  expect(server.mails.map(({ to }) => to)).toEqual([["you@example.com"]]);
  await server.stop();
  const found = "The mail server could not be reached (ECONNREFUSED).";
  expect(await email()).toMatchObject({ status: "problem", found });
});

test("the identity provider is asked, and the redirect URL is shown", async () => {
  const provider = await startIdentityProvider({ port: 0, siteOrigin: site.origin });
  const at = async (OAUTH_ISSUER: string) => {
    const client = { OAUTH_CLIENT_ID: OIDC_CLIENT.id, OAUTH_CLIENT_SECRET: OIDC_CLIENT.secret };
    return (await runChecks({ ...client, OAUTH_ISSUER }))("Identity provider");
  };
  const found = expect.stringContaining(`${site.origin}/api/login`);
  expect(await at(provider.issuer)).toMatchObject({ status: "ok", found });
  expect((await at(`${provider.issuer}/other`))?.status).toBe("problem");
  await provider.stop();
});

test("a damaged database, an old backup and a stalled stream are found", async () => {
  const { checkDataFolder } = await import("#app/doctor/server-checks.server.ts");
  const { openDatabase } = await import("#app/db/connection.server.ts");
  const { recordBackup } = await import("#app/backup/command.server.ts");
  const dataDir = newDataDir();
  const path = join(dataDir, "conference.db");
  openDatabase(path).sqlite.close();
  const HOUR = 60 * 60_000;
  const of = (name: string, now?: number) =>
    checkDataFolder(dataDir, now).find((check) => check.name === name)?.status;

  expect(of("Backup")).toBe("warning");
  recordBackup(dataDir);
  expect(of("Backup")).toBe("ok");
  expect(of("Backup", Date.now() + 40 * HOUR)).toBe("warning");

  expect(of("Litestream")).toBe("ok");
  const stream = join(dataDir, ".conference.db-litestream");
  mkdirSync(stream);
  writeFileSync(join(stream, "generation"), "x");
  expect(of("Litestream")).toBe("ok");
  writeFileSync(`${path}-wal`, "");
  const before = new Date(Date.now() - HOUR);
  for (const each of [stream, join(stream, "generation")]) utimesSync(each, before, before);
  expect(of("Litestream")).toBe("problem");

  expect(of("Database")).toBe("ok");
  const sqlite = new Database(path);
  // Creates a dangling reference, then an empty required value. SQLite normally prevents both.
  sqlite.pragma("foreign_keys = OFF");
  sqlite.exec("insert into connections (speaker_id, program_session_id) values (9, 9)");
  expect(of("Database")).toBe("problem");
  sqlite.exec(`delete from connections;
    insert into speakers (name, title, company, bio, category) values ('N', 'T', 'C', null, 'tech')`);
  sqlite.unsafeMode();
  sqlite.exec(`pragma writable_schema = on;
    update sqlite_schema set sql = replace(sql, '\`bio\` text', '\`bio\` text not null') where name = 'speakers'`);
  sqlite.close();
  const damaged = checkDataFolder(dataDir).find(({ name }) => name === "Database");
  expect(damaged?.found).toBe("it is damaged: NULL value in speakers.bio");
  writeFileSync(path, "no database at all, and long enough to be looked at");
  expect(of("Database")).toBe("problem");
  expect(checkDataFolder(join(dataDir, "not-there"))).toMatchObject([{ status: "problem" }]);
});
