// What people read in browsers that show text alone, and what others copy: words that only styles would part.
import type { Page } from "@playwright/test";
import { expect, newEmail, test } from "../support/journey.ts";
import { SAMPLE_SITE } from "../support/sites.ts";

/** Without its styles: where a word ends and another element begins the next one at the same place. */
function wordsRunTogether(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const styles of document.querySelectorAll("style, link[rel=stylesheet]")) styles.remove();
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data !== "" && !text.parentElement?.closest("script, noscript, svg, option")) texts.push(text);
    }
    const boxOf = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getClientRects()[0];
    };
    return texts.flatMap((text, index) => {
      const before = texts[index - 1];
      if (!before || before.parentNode === text.parentNode) return [];
      if (!/[\p{L}\p{N}.!?)]$/u.test(before.data) || !/^[\p{L}\p{N}(]/u.test(text.data)) return [];
      const [end, start] = [boxOf(before, before.length - 1), boxOf(text, 0)];
      const isApart = !end || !start || Math.abs(end.top - start.top) > 2 || start.left - end.right > 1;
      return isApart ? [] : [`${before.data.slice(-20)}|${text.data.slice(0, 20)}`];
    });
  });
}

// The styles are taken away by a script: without script here means that the page's own do not arrive.
test.use({ javaScriptEnabled: true });

test("without styles no two words run together, on any page of a visitor", async ({ page, request }) => {
  const email = newEmail();
  await request.post("/api/registrations", {
    data: { name: "Noor", email, jobTitle: "Reporter", registrationType: "pr_pass" },
  });
  await page.route("**/assets/*.js", () => {});
  // With its styles a page would lose its part in the transition that leads on, which Chromium calls an error.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of [
    "/",
    "/?session=2",
    "/?session=9",
    "/?speaker=1",
    "/?speaker=12",
    "/register",
    "/now",
    "/accessibility",
    "/privacy",
    "/nowhere",
    "/api/docs",
    "/api/login?error=access_denied",
  ]) {
    await page.goto(SAMPLE_SITE.origin + path);
    expect.soft(await wordsRunTogether(page), path).toEqual([]);
  }
  await page.goto("/register");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await page.getByText("There is a problem").waitFor();
  expect.soft(await wordsRunTogether(page), "with errors").toEqual([]);
  await page.goto("/register");
  for (const [label, text] of [
    ["Full Name", "Noor"],
    ["Email Address", newEmail()],
    ["Job Title", "Lead"],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await page.getByText("Registration Confirmed!").first().waitFor();
  expect.soft(await wordsRunTogether(page), "confirmed").toEqual([]);
});
