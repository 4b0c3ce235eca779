import { createCookie } from "react-router";
import { expect, test, vi } from "vitest";
import { type App, formPost, openApp } from "../support/app.ts";
import { logIn, ORGANISER, sidOf } from "../support/organiser.ts";
import { cases, record } from "./support/findings.ts";
import { mutate, seededRandom } from "./support/mutations.ts";
import { type Attack, tamperingAttacks } from "./support/tampering.ts";

const [NEW_SECRET, OLD_SECRET] = ["the new secret".repeat(3), "the old secret".repeat(3)];
const SETTINGS = { ADMIN_EMAILS: ORGANISER, SESSION_SECRET: OLD_SECRET };

const statusFor = async (app: App, Cookie: string, path = "/admin/delegates") =>
  (await app.fetch(path, { headers: { Cookie } })).status;
const loginsIn = (app: App) => app.sqlite.prepare("select sid from login_sessions").pluck().all() as string[];
/** The same site after a restart with other settings. */
const restart = (app: App, changes: Record<string, string>) =>
  openApp({ ...SETTINGS, DATA_DIR: app.dataDir, ...changes });

test("a cookie planted before the login is not the login after it", async () => {
  const app = await openApp({ ...SETTINGS, ADMIN_EMAILS: `${ORGANISER},mallory@example.com` });
  const { createLoginLink } = await import("#app/models/login/login-link.server.ts");
  const planted = ["login=planted", "login=InBsYW50ZWQi.", await logIn("mallory@example.com")];
  const seen = new Set(loginsIn(app));
  for (const Cookie of planted) {
    const link = await createLoginLink(ORGANISER);
    const answer = await app.fetch("/api/login?link=", formPost({ link }, { Cookie }));
    expect(answer.status).toBe(303);
    const own = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("login=")) ?? "";
    const user = await app.fetch("/api/auth/user", { headers: { Cookie: own.split(";", 1)[0] ?? "" } });
    expect(await user.json()).toMatchObject({ email: ORGANISER });
    const before = await app.fetch("/api/auth/user", { headers: { Cookie } });
    expect(before.ok && (await before.json()).email).not.toBe(ORGANISER);
    const added = loginsIn(app).filter((sid) => !seen.has(sid));
    expect(added).toHaveLength(1);
    for (const sid of added) seen.add(sid);
  }
  record(
    `${planted.length} cookies were planted before an organiser logged in`,
    "None gave access to the organiser's login session",
  );
});

test("altered cookies and upload URLs are refused without a 5xx", async () => {
  const app = await openApp({ ...SETTINGS, ADMIN_EMAILS: `${ORGANISER},bela@example.com` });
  const random = seededRandom(4);
  const attacks = await tamperingAttacks(app);
  // Values signed for other purposes have other signatures.
  for (const { kind, value, others } of attacks) expect(others, kind).not.toContain(value);
  for (const { kind, value, problemWith } of attacks.filter(({ isGood }) => isGood)) {
    expect(await problemWith(value), kind).not.toBeNull();
  }
  const total = cases(1_000, 150);
  for (let step = 0; step < total; step += 1) {
    const attack = attacks[step % attacks.length];
    if (!attack) continue;
    const value = alterUntilDifferent(attack, Math.floor(step / attacks.length), random);
    const problem = await attack.problemWith(value);
    if (problem) throw new Error(`${attack.kind} ${JSON.stringify(value)}: ${problem}`);
  }
  record(`${total} altered cookies and upload URLs were sent`, "None was accepted or caused a 5xx status");
});

function alterUntilDifferent(
  { value, others, isTheSame }: Attack,
  step: number,
  random: (n: number) => number,
) {
  // Skips alterations that change nothing.
  for (let next = step; ; next += 1) {
    const altered = mutate(value, others, next, random);
    if (altered !== value && !isTheSame?.(altered)) return altered;
  }
}

test("a login ended by logout, a deleted user or the list of logins cannot be replayed", async () => {
  const app = await openApp(SETTINGS);
  const replayed = await logIn();
  expect(await statusFor(app, replayed)).toBe(200);
  await app.fetch("/api/logout", { headers: { Cookie: replayed, "Sec-Fetch-Site": "same-origin" } });
  expect(loginsIn(app)).toEqual([]);
  expect(await statusFor(app, replayed)).toBe(401);
  expect(await statusFor(app, replayed, "/api/admin/delegates")).toBe(401);

  const listed = await logIn();
  const later = await restart(app, { ADMIN_EMAILS: "somebody.else@example.com" });
  expect(await statusFor(later, listed)).toBe(401);
  expect(await statusFor(await restart(app, { ADMIN_EMAILS: "" }), listed)).toBe(401);
  const again = await restart(app, {});
  expect(await statusFor(again, listed)).toBe(200);

  app.sqlite.exec("delete from users");
  expect(loginsIn(app)).toHaveLength(1);
  expect(await statusFor(again, listed)).toBe(401);
  record("Cookies of ended logins were sent 5 times", "All requests returned 401");
});

test("a removed secret invalidates its cookies and cannot sign new ones", async () => {
  const app = await openApp(SETTINGS);
  const old = await logIn();
  const both = await restart(app, { SESSION_SECRET: `${NEW_SECRET},${OLD_SECRET}` });
  expect(await statusFor(both, old)).toBe(200);
  const renewed = await logIn();
  expect(await statusFor(both, renewed)).toBe(200);

  const onlyNew = await restart(app, { SESSION_SECRET: NEW_SECRET });
  expect(await statusFor(onlyNew, renewed)).toBe(200);
  expect(await statusFor(onlyNew, old)).toBe(401);
  const upload = await uploadAddressSignedWith(OLD_SECRET);
  vi.stubEnv("SESSION_SECRET", NEW_SECRET);
  const put = { method: "PUT", headers: { Cookie: renewed, "Sec-Fetch-Site": "same-origin" }, body: "x" };
  expect((await onlyNew.fetch(upload, put)).status).toBe(403);
  // After the rotation, a known sid signed with the old secret is not accepted.
  const forged = await cookieSignedWith(OLD_SECRET, sidOf(old));
  expect(await statusFor(app, forged)).toBe(200);
  expect(await statusFor(onlyNew, forged)).toBe(401);
  record(
    "4 signed values were used before and after a key rotation",
    "Values signed with the old secret were refused after its removal",
  );
});

async function cookieSignedWith(secret: string, sid: string): Promise<string> {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secret);
  const { signingKeys } = await import("#app/platform/secrets.server.ts");
  const cookie = await createCookie("login", { secrets: signingKeys("login") }).serialize(sid);
  return cookie.split(";", 1)[0] ?? "";
}

async function uploadAddressSignedWith(secret: string): Promise<string> {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secret);
  const { createUploadUrl } = await import("#app/http/upload-url.server.ts");
  const { pathname, search } = new URL(createUploadUrl());
  return pathname + search;
}
