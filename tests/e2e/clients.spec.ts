// The pages in examples/clients/, opened from another site. tests/routes/clients.test.ts runs its programs.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createToken } from "#app/platform/api-token.server.ts";
import { expect, inDatabase, QUICK, SCRIPTED, startSample, test } from "../support/journey.ts";
import { EMPTY_SITE, SAMPLE_SITE } from "../support/sites.ts";

test.describe("pages of other sites", { tag: [SCRIPTED, QUICK] }, () => {
  test.use({ timezoneId: "America/New_York" });

  const opened: { close: () => unknown }[] = [];
  test.afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });

  /** Serves a client on another origin, with the site's address put into it. */
  async function open(page: Page, client: string, origin: string): Promise<void> {
    const html = readFileSync(`examples/clients/${client}`, "utf8").replace(
      "https://conference.example.org",
      origin,
    );
    const headers = { "Content-Type": "text/html" };
    const server = createServer((_, response) => response.writeHead(200, headers).end(html)).listen(0);
    opened.push(server);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  test("another site shows the program, in the conference's time zone", async ({ page }) => {
    await open(page, "program.html", SAMPLE_SITE.origin);
    await expect(page.getByRole("status")).toHaveText("On 2025-09-11");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Byline 2025");
    await expect(page.getByRole("listitem")).toHaveCount(9);
    const second = page.getByRole("listitem").nth(1);
    await expect(second.getByRole("paragraph").first()).toHaveText(/^9:40 AM – 10:30 AM/);
    await expect(second.getByRole("paragraph")).toHaveCount(6);
  });

  test("another site says that there is no program yet, or that the conference's site is down", async ({
    page,
  }) => {
    await open(page, "program.html", EMPTY_SITE.origin);
    await expect(page.getByRole("status")).toHaveText("The program is not out yet.");
    await open(page, "program.html", "http://127.0.0.1:1");
    await expect(page.getByRole("status")).toContainText("cannot be loaded now. It is also on http://127");
  });

  test("a screen follows the clock and the program, and reads only what has changed", async ({ page }) => {
    const token = createToken("sheet", "full");
    const site = await startSample({ API_TOKENS: token?.entry ?? "" });
    opened.push({ close: site.kill });
    inDatabase(site.dataDir, (sqlite) =>
      sqlite.exec("update program_sessions set title = '<b>Tea</b> & talk', room = 'Attic' where id = 3"),
    );
    const [now, next] = [page.locator("#now"), page.locator("#next")];
    const answers = () =>
      site.output.join("").match(/"path":"\/api\/program"[^\n]*?"status":\d+/g) ?? ["nothing"];

    await page.clock.install({ time: "2025-09-11T09:41:00+10:00" });
    await open(page, "screen.html", site.origin);
    await expect(now).toHaveText(/^9:40 AM/);
    await expect(next.getByRole("listitem")).toHaveCount(3);
    await expect(next).toContainText("11:00 AM <b>Tea</b> & talk, Attic");
    await page.clock.runFor(60_000);
    await expect.poll(() => answers().at(-1)).toContain("304");
    expect(answers()[0]).toContain("200");

    const headers = { Authorization: `Bearer ${token?.token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ title: "Coffee", time: "11:00 AM", type: "break" });
    await fetch(`${site.origin}/api/admin/program/3`, { method: "PUT", headers, body });
    await page.clock.runFor(30_000);
    await expect(next).toContainText("11:00 AM Coffee, Attic");
    await page.clock.setSystemTime("2025-09-11T10:45:00+10:00");
    await page.clock.runFor(30_000);
    await expect(now).toHaveText("Nothing");

    await site.kill();
    await page.clock.runFor(30_000);
    await expect(page.getByRole("status")).toContainText("does not answer. This may be out of date.");
    await expect(next).toContainText("Coffee");
  });

  test("a screen of an empty program says that nothing is on", async ({ page }) => {
    await open(page, "screen.html", EMPTY_SITE.origin);
    await expect(page.locator("#now")).toHaveText("Nothing");
    await expect(page.locator("#next")).toHaveText("Nothing");
    await expect(page.getByRole("status")).toBeEmpty();
  });
});
