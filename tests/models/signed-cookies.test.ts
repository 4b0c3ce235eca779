// The site signs its cookies itself, in the form that React Router gives them: nobody is logged out by that.
import { createCookie } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { useNewDataDir } from "../support/database.ts";

const SECRETS = ["the newest one", "the one before"];
const VALUES = ["a sid", { userId: "1", startedAt: 2 }, "São Paulo & “Söhne”; x=y", "0".repeat(300)];

let siteCookie: typeof import("#app/http/site-cookies.server.ts").siteCookie;
beforeAll(async () => {
  useNewDataDir();
  ({ siteCookie } = await import("#app/http/site-cookies.server.ts"));
});

const pairOf = (header: string): string => header.split(";", 1)[0] ?? "";

test("what React Router has signed is read, and the other way round, with each secret", async () => {
  for (const secret of SECRETS) {
    const theirs = createCookie("login", { secrets: [secret] });
    const ours = siteCookie("login", { secrets: [secret] });
    for (const value of VALUES) {
      const header = pairOf(await theirs.serialize(value));
      expect(pairOf(await ours.serialize(value))).toBe(header);
      expect(await siteCookie("login", { secrets: SECRETS }).parse(`a=b; ${header}; c=d`)).toEqual(value);
    }
  }
});

test("a cookie that was altered, cut, or signed by somebody else says nothing", async () => {
  const ours = siteCookie("login", { secrets: SECRETS });
  const right = pairOf(await ours.serialize("a sid"));
  const foreign = pairOf(await siteCookie("login", { secrets: ["guessed"] }).serialize("a sid"));
  const unsigned = pairOf(await createCookie("login").serialize("a sid"));
  const altered = [
    right.replace("=", "=A"),
    right.slice(0, -1),
    `${right}A`,
    "login=%",
    "login=.",
    "login=%00.",
  ];
  for (const cookie of [foreign, unsigned, ...altered]) expect(await ours.parse(cookie), cookie).toBeNull();
  expect(await ours.parse(right)).toBe("a sid");
});

test("a cookie that is taken away is empty, and is read as that", async () => {
  const ours = siteCookie("login", { secrets: SECRETS });
  expect(await ours.serialize("", { maxAge: 0 })).toMatch(/^login=;.* Max-Age=0;/);
  expect(await ours.parse("login=")).toBe("");
  expect(await ours.parse("other=1")).toBeNull();
  expect(ours.isSigned).toBe(true);
  expect(siteCookie("return-to").isSigned).toBe(false);
});
