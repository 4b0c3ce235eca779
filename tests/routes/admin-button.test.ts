import { expect, test } from "vitest";
import { openSampleApp } from "../support/app.ts";
import { logIn } from "../support/organiser.ts";

test("only an organiser gets the Admin button", async () => {
  const app = await openSampleApp({ ADMIN_EMAILS: "ana@example.com, *@newsroom.example.org" });
  const own = await logIn("ana@example.com");
  for (const [Cookie, isThere] of [
    [own, true],
    ["", false],
    [own.replace(/^(login=[^;]*).{3};/, "$1;"), false],
    [await logIn("eve@example.com"), false],
    [await logIn("Someone@Newsroom.example.org"), true],
    [await logIn("x@evil-newsroom.example.org"), false],
  ] as const) {
    const home = await (await app.fetch("/", { headers: { Cookie } })).text();
    expect(home.includes('href="/admin"'), Cookie).toBe(isThere);
  }
});
