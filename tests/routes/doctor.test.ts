import { spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { OIDC_CLIENT, startIdentityProvider } from "../../dev/demo/identity-provider.ts";
import { finish } from "../faults/support/child-process.ts";
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
async function startProxy(added: Record<string, string> = {}) {
  const port = await freePort();
  const proxy = createServer((incoming, outgoing) => {
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
  expect((await runChecks({ TRUST_PROXY: "1" }))("Proxies")).toMatchObject(setTo(0));
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
  const { createBackup } = await import("#app/backup/backup.server.ts");
  const dataDir = newDataDir();
  const path = join(dataDir, "conference.db");
  openDatabase(path).sqlite.close();
  const HOUR = 60 * 60_000;
  const of = (name: string, now?: number) =>
    checkDataFolder(dataDir, now).find((check) => check.name === name)?.status;

  expect(of("Backup")).toBe("warning");
  await createBackup(dataDir, join(newDataDir(), "a.tar"));
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
