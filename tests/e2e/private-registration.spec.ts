// The link in the mail: seeing a registration, keeping its day, cancelling it.
import AxeBuilder from "@axe-core/playwright";
import { delegatesWith, endToast, expect, newEmail, ready, test } from "../support/journey.ts";

/** Registers somebody by the API; answers their address and their private link. */
async function registered(request: import("@playwright/test").APIRequestContext) {
  const email = newEmail();
  const answer = await request.post("/api/registrations", {
    data: {
      registrationType: "media_pass",
      name: "Noor Haddad",
      email,
      jobTitle: "Reporter",
      outlet: "The Galley",
    },
  });
  expect(answer.status()).toBe(201);
  const [row] = delegatesWith(email);
  return {
    email,
    link: `/register?registration=${row?.link_token}`,
    status: () => delegatesWith(email)[0]?.status,
  };
}

test("whoever has the link sees the registration, changes their mind, then cancels", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  const { email, link, status } = await registered(request);
  await page.goto(link);
  await ready(page, javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "We have your registration" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the link to this page" })).toBeVisible();

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your registration?" })).toBeVisible();
  await page.getByRole("link", { name: "Keep it" }).click();
  await expect(page).toHaveURL(link);
  expect(status()).toBe("pending");

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await page.getByRole("button", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Your registration is cancelled" })).toBeVisible();
  await expect(page.getByRole("status")).toContainText("Registration Cancelled");
  expect(status()).toBe("cancelled");
  await page.reload();
  await expect(page.getByRole("link", { name: "Cancel this registration" })).toHaveCount(0);
  await page.getByRole("link", { name: "Register again" }).click();
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
});

test("the day comes as a calendar file", async ({ page, request }) => {
  const { link } = await registered(request);
  await page.goto(link);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Add to calendar" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("byline-2025.ics");
});

test("a link that leads to nothing says so", async ({ page }) => {
  await page.goto(`/register?registration=${"0".repeat(32)}`);
  await expect(page.getByRole("heading", { name: "Registration Not Found" })).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`axe finds nothing on the pages of the link, and nothing is too wide, at ${width} px`, async ({
    page,
    request,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, "axe is a script itself");
    await page.setViewportSize({ width, height: 800 });
    const { link } = await registered(request);
    for (const address of [link, `${link}&cancel`, "/register?registration=none"]) {
      await page.goto(address);
      await endToast(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${width}-${address.length}.png`,
          fullPage: true,
        });
    }
  });
}
