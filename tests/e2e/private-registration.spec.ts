// The link in the mail: seeing a registration, keeping its day, cancelling it.
import { expectAccessible } from "../support/axe.ts";
import { delegatesWith, expect, newEmail, ready, test, withholdScripts } from "../support/journey.ts";

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
    link: `/registration/${row?.link_token}`,
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
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the link to this page" })).toBeVisible();

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your registration?" })).toBeVisible();
  await page.getByRole("link", { name: "Keep my registration" }).click();
  await expect(page).toHaveURL(link);
  expect(status()).toBe("pending");

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await page.getByRole("button", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Your registration has been cancelled" })).toBeVisible();
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

test.describe("with axe", () => {
  // axe is a script itself: without script here means that the page's own do not arrive.
  test.use({ javaScriptEnabled: true });
  test("axe finds nothing on the pages of the link, and nothing scrolls sideways", async ({ page, request }, {
    project,
  }) => {
    await withholdScripts(page, project);
    const { link } = await registered(request);
    for (const address of [link, `${link}/cancel`, "/registration/none", "/registration"]) {
      await page.goto(address);
      await expectAccessible(page, address);
    }
  });
});
