import { beforeAll, expect, test } from "vitest";
import { createToken } from "#app/platform/api-token.server.ts";
import { type App, formPost, jsonPost, openApp } from "../support/app.ts";
import { registration, registrationForm } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { logIn, ORGANISER } from "../support/organiser.ts";

let direct: App;
let proxied: App;
beforeAll(async () => {
  direct = await openApp({ RATE_LIMIT: "on" });
  proxied = await openApp({ RATE_LIMIT: "on", TRUST_PROXY: "1", ADMIN_EMAILS: ORGANISER });
});

const by = (forwardedFor: string) => ({ "X-Forwarded-For": forwardedFor });
const register = (site: App, forwardedFor: string, changes: Record<string, string> = {}) =>
  site.fetch("/register", formPost(registrationForm(changes), by(forwardedFor)));
const call = ({ fetch }: Pick<App, "fetch">, forwardedFor: string) =>
  fetch("/api/registrations", jsonPost(registration(), by(forwardedFor)));
const secondsToWait = (response: Response) => Number(response.headers.get("Retry-After"));

test("30 registrations of one network, by form or call, pass; the next is told when to retry, and keeps its answers", async () => {
  const formIds = Array.from({ length: 15 }, aFormId);
  for (const [index, formId] of formIds.entries()) {
    expect((await register(direct, `203.0.113.${index}`, { formId })).status).toBe(303);
    expect((await call(direct, `198.51.100.${index}`)).status).toBe(201);
  }
  const form = await register(direct, "203.0.113.200", { name: "Kept Answer" });
  expect(form.status).toBe(429);
  expect(secondsToWait(form)).toBeGreaterThan(500);
  const page = await form.text();
  expect(page).toContain("Too many registrations came from your network in a short time.");
  expect(page).toContain('value="Kept Answer"');
  const json = await call(direct, "203.0.113.201");
  expect(json.status).toBe(429);
  expect(secondsToWait(json)).toBeGreaterThan(500);
  expect((await json.json()).message).toContain("Submit it again in 10 minutes");
  // A resubmitted form gets its first response. With other answers, the same id is refused.
  for (const formId of formIds) expect((await register(direct, "203.0.113.1", { formId })).status).toBe(303);
  expect((await register(direct, "203.0.113.1", { formId: formIds[0] ?? "", name: "Ben" })).status).toBe(429);
  expect((await call(direct, "203.0.113.202")).status).toBe(429);
});

test("behind a trusted proxy each network is counted by the address that the proxy saw", async () => {
  for (let index = 0; index < 30; index += 1) {
    expect((await call(proxied, `198.51.100.${index}, 203.0.113.7`)).status).toBe(201);
    expect((await call(proxied, `2001:db8:1:2::${index}`)).status).toBe(201);
  }
  expect((await call(proxied, "192.0.2.99, 203.0.113.7")).status).toBe(429);
  expect((await call(proxied, "203.0.113.7, 203.0.113.8")).status).toBe(201);
  expect((await call(proxied, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await call(proxied, "2001:db8:1:3::1")).status).toBe(201);
});

test("requests that register no one are not counted: mistakes, and the same form again", async () => {
  const formId = aFormId();
  for (let index = 0; index < 40; index += 1) {
    expect((await register(proxied, "192.0.2.1", { name: "" })).status).toBe(422);
    expect((await register(proxied, "192.0.2.1", { formId })).status).toBe(303);
  }
});

test("20 drafts of one household pass in an hour, from any of its networks", async () => {
  // The cookie that remains after a login has ended.
  const Cookie = (await logIn()).split("; ").find((cookie) => cookie.includes("had-login=")) ?? "";
  const isKept = async (forwardedFor: string) => {
    const draft = formPost({ name: "Typed" }, { ...by(forwardedFor), Cookie });
    const saved = await proxied.fetch("/admin/speakers?add=", draft);
    expect(saved.status).toBe(401);
    return (await saved.text()).includes("draft%3D");
  };
  for (let index = 0; index < 20; index += 1)
    expect(await isKept(`2001:db8:1:a${index.toString(16).padStart(2, "0")}::1`)).toBe(true);
  expect(await isKept("2001:db8:1:aff::1")).toBe(false);
  for (const other of ["2001:db8:1:b00::1", "2001:db8:2:aff::1", "192.0.2.77"])
    expect(await isKept(other), other).toBe(true);
});

test("a full token registers up to 20 times as many, and is not counted with its network", async () => {
  const [full, read, other] = [createToken("a", "full"), createToken("b", "read"), createToken("c", "full")];
  const old = createToken("d", "full", 1, Date.parse("2024-01-01"));
  const API_TOKENS = [full, read, other, old].map((token) => token?.entry).join();
  const site = await openApp({ RATE_LIMIT: "3", API_TOKENS });
  const send = async (token?: string) => {
    const headers: HeadersInit = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return site.fetch("/api/registrations", jsonPost(registration(), headers));
  };
  for (let count = 0; count < 60; count += 1) expect((await send(full?.token)).status).toBe(201);
  const refused = await send(full?.token);
  expect(refused.status).toBe(429);
  expect(secondsToWait(refused)).toBeGreaterThan(500);
  expect((await refused.json()).message).toContain("Too many registrations came with this token");
  expect((await send(other?.token)).status).toBe(201);
  // Any other token is no reason to count differently, nor to refuse.
  for (const token of [read?.token, old?.token, "conf_wrong"]) expect((await send(token)).status).toBe(201);
  for (const token of [undefined, read?.token, old?.token, "conf_wrong"])
    expect((await send(token)).status, token).toBe(429);
  expect(site.sqlite.prepare("select count(*) from delegates").pluck().get()).toBe(64);
});
