import { beforeAll, expect, test } from "vitest";
import { type App, openApp } from "../support/app.ts";
import { signIn } from "../support/organiser.ts";

let app: App;
let cookie: string;

beforeAll(async () => {
  app = await openApp({ ADMIN_EMAILS: "ana@example.com, *@newsroom.example.org" });
  cookie = await signIn("ana@example.com");
});

const ADMIN_LINK = 'href="/admin"';

test("the Admin button is there for an organiser only", async () => {
  const home = async (headers: HeadersInit) => (await app.fetch("/", { headers })).text();
  expect(await home({ Cookie: cookie })).toContain(ADMIN_LINK);
  expect(await home({})).not.toContain(ADMIN_LINK);
  expect(await home({ Cookie: cookie.replace(/^(login=[^;]*).{3};/, "$1;") })).not.toContain(ADMIN_LINK);
  expect(await home({ Cookie: await signIn("eve@example.com") })).not.toContain(ADMIN_LINK);
  expect(await home({ Cookie: await signIn("Someone@Newsroom.example.org") })).toContain(ADMIN_LINK);
  expect(await home({ Cookie: await signIn("x@evil-newsroom.example.org") })).not.toContain(ADMIN_LINK);
});

test("GET /api/auth/user answers who is signed in", async () => {
  const response = await app.fetch("/api/auth/user", { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: "ana@example.com",
    firstName: "Ana",
    lastName: "Silva",
    profileImageUrl: null,
  });
});

test("a page made for somebody who is signed in is not kept by anybody", async () => {
  const response = await app.fetch("/", { headers: { Cookie: cookie } });
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});

test("a login whose row is gone is none", async () => {
  const other = await signIn("ana@example.com");
  app.sqlite.exec("delete from login_sessions");
  expect((await app.fetch("/api/auth/user", { headers: { Cookie: other } })).status).toBe(401);
});
