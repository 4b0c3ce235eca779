// The site signs cookies in React Router's format, so existing login cookies stay valid.
import crypto from "node:crypto";
import { createCookie } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { useNewDataDir } from "../support/database.ts";

const SECRETS = ["the newest one", "the one before"];
const VALUES = ["a sid", { userId: "1", startedAt: 2 }, "São Paulo & “Söhne”; x=y", "0".repeat(300)];

let createSiteCookie: typeof import("#app/http/site-cookies.server.ts").createSiteCookie;
let chooseCachedPages: typeof import("#app/http/site-cookies.server.ts").chooseCacheVariant;
let takeToast: typeof import("#app/http/toast.server.ts").takeToast;
let toast: string;
let login: string;
beforeAll(async () => {
  useNewDataDir();
  ({ createSiteCookie, chooseCacheVariant: chooseCachedPages } = await import(
    "#app/http/site-cookies.server.ts"
  ));
  const { redirectWithToast, ...toasts } = await import("#app/http/toast.server.ts");
  ({ takeToast } = toasts);
  const redirect = await redirectWithToast("/", { type: "success", message: "Saved; “soon”" });
  toast = pairOf(redirect.headers.getSetCookie()[0] ?? "");
  login = pairOf(await createSiteCookie("login").serialize("a sid"));
});

const pairOf = (header: string): string => header.split(";", 1)[0] ?? "";

test("the site reads cookies signed by React Router, and the reverse, with each secret", async () => {
  for (const secret of SECRETS) {
    const theirs = createCookie("login", { secrets: [secret] });
    const ours = createSiteCookie("login", { secrets: [secret] });
    for (const value of VALUES) {
      const header = pairOf(await theirs.serialize(value));
      expect(pairOf(await ours.serialize(value))).toBe(header);
      expect(await createSiteCookie("login", { secrets: SECRETS }).parse(`a=b; ${header}; c=d`)).toEqual(
        value,
      );
    }
  }
});

test("an altered, truncated or foreign cookie has no value", async () => {
  const ours = createSiteCookie("login", { secrets: SECRETS });
  const right = pairOf(await ours.serialize("a sid"));
  const foreign = pairOf(await createSiteCookie("login", { secrets: ["guessed"] }).serialize("a sid"));
  const unsigned = pairOf(await createCookie("login").serialize("a sid"));
  const altered = [right.replace("=", "=A"), right.slice(0, -1), `${right}A`];
  const invalid = [foreign, unsigned, ...altered, "login=%", "login=.", "login=%00."];
  for (const cookie of invalid) expect(await ours.parse(cookie), cookie).toBeNull();
  expect(await ours.parse(right)).toBe("a sid");
});

const valueIn = (pair: string) => pair.slice(pair.indexOf("=") + 1);
const PAGES: [what: string, header: () => string, pages: "own" | "logged-in" | "same"][] = [
  ["no cookie", () => "", "same"],
  ["a valid toast", () => toast, "own"],
  ["a valid login", () => login, "logged-in"],
  ["both", () => `a=b; ${login}; ${toast}`, "own"],
  ["both, without spaces", () => `a=b;${login};${toast}`, "own"],
  ["another site's cookies", () => "campaign=autumn; _ga=GA1.2.3; toaster=x; my-login=x", "same"],
  ["a forged toast", () => "toast=x", "same"],
  ["a forged login", () => "login=x", "same"],
  ["a forged toast and a valid login", () => `toast=x; ${login}`, "logged-in"],
  ["a forged login and a valid toast", () => `login=x; ${toast}`, "own"],
  ["a toast one letter shorter", () => toast.slice(0, -1), "same"],
  ["a toast one letter longer", () => `${toast}A`, "same"],
  ["a toast with another text", () => toast.replace("=", "=A"), "same"],
  ["a toast signed with the login's key", () => `toast=${valueIn(login)}`, "same"],
  ["a login signed with the toast's key", () => `login=${valueIn(toast)}`, "same"],
  ["a toast with its https name", () => `__Host-${toast}`, "same"],
  ["a removed toast", () => "toast=", "same"],
  ["a toast without a value", () => "toast", "same"],
  ["a valid toast after a forged one", () => `toast=x; ${toast}`, "same"],
  ["a valid toast before a forged one", () => `${toast}; toast=x`, "own"],
  ["an invalid header", () => "toast=%; login=%00.; =; ;;", "same"],
  ["cookies of an earlier login", () => "had-login=x; return-to=x; oauth-state:x=y", "same"],
];
test.each(PAGES)("with %s the public pages are correct", async (_, header, pages) => {
  expect(await chooseCachedPages(header())).toBe(pages);
  // Only a page rendered for one visitor shows the toast message.
  const request = new Request("http://localhost/", { headers: { Cookie: header() } });
  expect((await takeToast(request)).toast === null).toBe(pages !== "own");
});

test("the site verifies only its own cookies in a long header, once each", async () => {
  const others = Array.from({ length: 2_000 }, (_, n) => `a${n}=b.c`).join("; ");
  const createHmac = vi.spyOn(crypto, "createHmac");
  for (const own of ["", "; toast=x; login=x", "; toast=x.y; toast=x.z; login=x.y; login=x.z"]) {
    createHmac.mockClear();
    expect(await chooseCachedPages(others + own)).toBe("same");
    expect(createHmac.mock.calls.length).toBeLessThanOrEqual(2);
  }
  createHmac.mockRestore();
});

test("a removed cookie is empty and is read as such", async () => {
  const ours = createSiteCookie("login", { secrets: SECRETS });
  expect(await ours.serialize("", { maxAge: 0 })).toMatch(/^login=;.* Max-Age=0;/);
  expect(await ours.parse("login=")).toBe("");
  expect(await ours.parse("other=1")).toBeNull();
  expect(ours.isSigned).toBe(true);
  expect(createSiteCookie("return-to").isSigned).toBe(false);
});
