import { registration } from "../support/factories.ts";
import { delegatesWith, expect, newEmail, test, visit } from "../support/journey.ts";

test("the private link shows the registration, offers its calendar, and cancels after a question", async ({
  page,
  request,
}) => {
  const email = newEmail();
  const data = registration({ email, registrationType: "media_pass", outlet: "The Galley" });
  expect((await request.post("/api/registrations", { data })).status()).toBe(201);
  const row = () => delegatesWith(email)[0];
  const link = `/registration/${row()?.link_token}`;
  await visit(page, link);
  await expect(page.getByRole("heading", { name: "We have your registration" })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the link to this page" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  expect((await download).suggestedFilename()).toBe("byline-2025.ics");

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Cancel your registration?" })).toBeVisible();
  await page.getByRole("link", { name: "Keep my registration" }).click();
  await expect(page).toHaveURL(link);
  expect(row()?.status).toBe("pending");

  await page.getByRole("link", { name: "Cancel this registration" }).click();
  await page.getByRole("button", { name: "Cancel this registration" }).click();
  await expect(page.getByRole("heading", { name: "Your registration has been cancelled" })).toBeVisible();
  await expect(page.getByRole("status")).toContainText("Registration Cancelled");
  expect(row()?.status).toBe("cancelled");
  await page.reload();
  await expect(page.getByRole("link", { name: "Cancel this registration" })).toHaveCount(0);
  await page.getByRole("link", { name: "Register again" }).click();
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
});
