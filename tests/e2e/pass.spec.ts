// A delegate's pass: the private page and the confirmation.
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/axe.ts";
import { insertDelegate } from "../support/delegates.ts";
import { expect, inDatabase, SCRIPTED, test } from "../support/journey.ts";
import { SAMPLE_SITE } from "../support/sites.ts";

const NAME = "Wilhelmina Featherstonehaugh";
/** Unbroken, from right to left, and longer than any line. */
const NAMES = [NAME, "m".repeat(100), "نور حداد", "Maria Fernanda de Oliveira Guimarães Cavalcanti"];

/** Adds a delegate. Returns the path of their private page. */
function add(changes: Record<string, string>): string {
  return inDatabase(SAMPLE_SITE.dataDir, (sqlite) => {
    const row = { name: NAME, registration_type: "media_pass", status: "confirmed", ...changes };
    const id = insertDelegate(sqlite, { email: `${crypto.randomUUID()}@example.com`, ...row });
    const token = sqlite.prepare("select link_token from delegates where id = ?").pluck().get(id);
    return `/registration/${token}`;
  });
}

const nameOn = (page: Page) => page.locator(".pass-name");
const HALF_A4_MM = 148.5;
const MM_PER_PX = 25.4 / 96;

test("a pass has the name in 52 px, and stays white at night, so that scanners read its code", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(add({}));
  await expect(nameOn(page)).toHaveText(NAME);
  await expect(nameOn(page)).toHaveCSS("font-size", "52px");
  await expect(nameOn(page)).toHaveCSS("color", "rgb(21, 23, 28)");
  await expect(page.locator(".pass-card")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(21, 23, 28)");
  await expect(page.locator("strong")).toHaveCSS("font-variant-numeric", "tabular-nums");
});

test("a pass prints whole on half a sheet of A4, with its code beside the name", async ({ page }) => {
  const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
  for (const name of NAMES) {
    await page.emulateMedia({ media: null });
    await page.goto(add({ name }));
    // The print style sheet loads after the first paint.
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ media }) => media.mediaText === "print"),
    );
    const pdf = await page.pdf({ format: "A4", margin });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: Math.round(190 / MM_PER_PX), height: 1000 });
    const pass = await page.locator(".pass-card").boundingBox();
    const code = await page.getByRole("img", { name: "QR code" }).boundingBox();
    expect(((pass?.y ?? 0) + (pass?.height ?? 0)) * MM_PER_PX + 10).toBeLessThan(HALF_A4_MM);
    expect(code?.x).toBeGreaterThan((pass?.x ?? 0) + (pass?.width ?? 0) / 2);
    await expect(page.getByText("Your Byline 2025 pass is confirmed")).toBeHidden();
  }
});

test("a pass holds any name at 320 px and with text of twice the size", async ({ page }) => {
  for (const name of NAMES) {
    const path = add({ name, job_title: "Wordsmith".repeat(12) });
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const size of ["100%", "200%"]) {
        await page.goto(path);
        await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), size);
        const wide = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll(".pass-card, .pass-card *")].flatMap(
            (one) =>
              one.scrollWidth > Math.max(one.clientWidth, 1) && one.clientWidth > 0
                ? one.outerHTML.slice(0, 60)
                : [],
          ),
        );
        expect(wide, `${name} at ${width} px, ${size}`).toEqual([]);
      }
    }
  }
});

test("axe finds nothing on a pass of any status, by day and by night", { tag: SCRIPTED }, async ({
  page,
}) => {
  for (const status of ["pending", "confirmed", "declined", "cancelled", "attended"]) {
    await page.goto(add({ status }));
    await expectAccessible(page, status);
  }
});

test("a certificate of attendance prints on one sheet of A4, with any name", async ({ page }) => {
  for (const name of NAMES) {
    await page.emulateMedia({ media: null });
    await page.goto(`${add({ name, status: "attended" })}/certificate`);
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ media }) => media.mediaText === "print"),
    );
    const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("main").getByText(name)).toBeVisible();
    await expect(page.getByText("To keep it, print this page")).toBeHidden();
  }
});
