import type { Page } from "@playwright/test";
import {
  delegatesWith,
  expect,
  holdAnswers,
  isScripted,
  newEmail,
  QUICK,
  ready,
  SCRIPTED,
  test,
  visit,
} from "../support/journey.ts";

async function fillIn(page: Page, email = newEmail()): Promise<void> {
  const fields = { "Full Name": "Noor Haddad", "Email Address": email, "Job Title": "Communications lead" };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}
const send = (page: Page) => page.getByRole("button", { name: "Complete Registration" }).click();
const passOf = (page: Page, name: "PR Pass" | "Media Pass") => page.getByRole("radio", { name });
const summaryOf = (page: Page) => page.getByRole("alert").filter({ hasText: "There is a problem" });
const titleOfForm = (page: Page) => page.getByRole("heading", { name: "Delegate Registration" });

async function expectConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Registration Confirmed!" })).toBeVisible();
  const more = "We'll send you confirmation details and further information soon.";
  await expect(page.getByText(more)).toBeVisible();
}

test("a visitor registers with a PR Pass, and the confirmation survives a reload and the back button", async ({
  page,
}) => {
  const email = newEmail();
  await visit(page, "/register");
  await passOf(page, "PR Pass").check();
  await fillIn(page, email);
  await page.getByLabel("Phone Number").fill("0400 555 010");
  await page.getByLabel("Preferred Track").selectOption("Business Media");
  await page.getByLabel("Additional Information").fill("Vegetarian, and a seat near the door");
  await send(page);

  await expectConfirmed(page);
  if (isScripted()) await expect(page.getByRole("main")).toBeFocused();
  const toast = page.getByRole("status");
  await expect(toast).toContainText("Registration Successful!");
  await expect(toast).toContainText(
    "Thank you for registering. We'll be in touch soon with confirmation details.",
  );
  await page.reload();
  await expectConfirmed(page);
  await expect(page.getByText("Registration Successful!")).toBeHidden();
  await page.goBack();
  await expect(titleOfForm(page)).toBeVisible();
  await page.goForward();
  await expectConfirmed(page);
  expect(delegatesWith(email)).toMatchObject([
    {
      ...{ name: "Noor Haddad", phone: "0400 555 010", job_title: "Communications lead" },
      ...{ favored_stream: "b2b", notes: "Vegetarian, and a seat near the door" },
      ...{ registration_type: "pr_pass", status: "pending" },
    },
  ]);
  expect(delegatesWith(email)).toHaveLength(1);
  await page.getByRole("link", { name: "Return to Homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("a journalist registers once from the Journalist card, by a double click; the track is media", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/");
  await page.getByRole("link", { name: "Register Free" }).click();
  await expect(
    page.getByText("Media Pass holders are placed in Media Professional Development."),
  ).toBeVisible();
  await expect(page.getByLabel("Preferred Track")).toBeHidden();
  await fillIn(page, email);
  await page.getByRole("button", { name: "Complete Registration" }).dblclick();
  await expectConfirmed(page);
  expect(delegatesWith(email)).toMatchObject([{ registration_type: "media_pass", favored_stream: "media" }]);
  expect(delegatesWith(email)).toHaveLength(1);
});

test("the Media Pass shows the track in a sentence, and the PR Pass has its choice again", async ({
  page,
}) => {
  await visit(page, "/register?type=pr_pass");
  const [track, sentence] = [
    page.getByLabel("Preferred Track"),
    page.getByText("Media Pass holders are placed"),
  ];
  await track.selectOption("b2c");
  await expect(sentence).toBeHidden();
  await passOf(page, "Media Pass").check();
  await expect(sentence).toBeVisible();
  await expect(track).toBeHidden();
  await passOf(page, "PR Pass").check();
  await expect(track).toHaveValue("b2c");
  await expect(sentence).toBeHidden();
});

test("a visitor gets every field wrong once, corrects it, and loses nothing", { tag: QUICK }, async ({
  page,
}) => {
  const email = newEmail();
  await visit(page, "/register?type=pr_pass");
  await page.getByLabel("Full Name").fill("N".repeat(201));
  await page.getByLabel("Email Address").fill("noor at example");
  await page.getByLabel("Phone Number").fill("1".repeat(51));
  await page.getByLabel("Additional Information").fill("x".repeat(5_001));
  await page.getByLabel("Preferred Track").selectOption("tech");
  await send(page);

  const summary = summaryOf(page);
  await expect(summary).toBeFocused();
  await expect(summary).toBeInViewport();
  await expect(page).toHaveTitle("Error: Delegate Registration – Byline 2025");
  await expect(summary.getByRole("listitem")).toHaveText([
    "Full Name: Use 200 characters or fewer",
    "Email Address: Enter an email address in the correct format, like name@example.com",
    "Phone Number: Use 50 characters or fewer",
    "Job Title: Required",
    "Additional Information: Use 5,000 characters or fewer",
  ]);
  const failed = page.getByRole("alert").filter({ hasText: "Registration Failed" });
  await expect(failed).toContainText("5 answers need fixing.");
  await expect(page.getByLabel("Email Address")).toHaveValue("noor at example");
  await expect(page.getByLabel("Preferred Track")).toHaveValue("tech");
  await expect(passOf(page, "PR Pass")).toBeChecked();

  const emailError =
    "Error: Email Address: Enter an email address in the correct format, like name@example.com";
  await expect(page.getByLabel("Email Address")).toHaveAccessibleDescription(emailError);
  await summary.getByRole("link", { name: /^Job Title/ }).click();
  await expect(page.getByLabel("Job Title")).toBeFocused();
  // The site's header does not cover the label.
  const label = page.locator("label", { hasText: "Job Title" });
  await expect(label).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole("banner").boundingBox();
  expect((await label.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  await page.keyboard.type("Reporter");

  await page.getByLabel("Full Name").fill("Noor Haddad");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Phone Number").fill("");
  await page.getByLabel("Additional Information").fill("");
  await send(page);
  await expectConfirmed(page);
  expect(delegatesWith(email)).toMatchObject([
    { name: "Noor Haddad", job_title: "Reporter", phone: null, notes: null, favored_stream: "tech" },
  ]);
});

test("input is restored after a visit to another page, until it is sent", { tag: QUICK }, async ({
  page,
}) => {
  await visit(page, "/register");
  await passOf(page, "PR Pass").check();
  await fillIn(page);
  await page.getByLabel("Additional Information").fill("No nuts,\nplease");
  await page.getByRole("link", { name: "Privacy", exact: true }).first().click();
  await expect(page).toHaveURL("/privacy");
  await page.goBack();
  await expect(page.getByLabel("Full Name")).toHaveValue("Noor Haddad");
  await expect(passOf(page, "PR Pass")).toBeChecked();
  await expect(page.getByLabel("Additional Information")).toHaveValue("No nuts,\nplease");
  await ready(page);
  if (isScripted()) {
    await test.step("a link that chooses the pass keeps the other input", async () => {
      await page.getByRole("link", { name: "Registration and Pricing" }).click();
      await page.getByRole("link", { name: "Register Free" }).click();
      await expect(page.getByLabel("Full Name")).toHaveValue("Noor Haddad");
      await expect(passOf(page, "Media Pass")).toBeChecked();
    });
  }
  await send(page);
  await expectConfirmed(page);
  await page.getByRole("link", { name: "Return to Homepage" }).click();
  await page.getByRole("link", { name: "Register Free" }).click();
  await expect(page.getByLabel("Full Name")).toHaveValue("");
});

test("a form that is sent again after going back does not register the same person twice", {
  tag: QUICK,
}, async ({ page }) => {
  const email = newEmail();
  await visit(page, "/register");
  await passOf(page, "PR Pass").check();
  await fillIn(page, email);
  await send(page);
  await expectConfirmed(page);
  await page.goBack();
  await ready(page);
  // With JavaScript, the form is empty again.
  await expect(page.getByLabel("Full Name")).toHaveValue(isScripted() ? "" : "Noor Haddad");
  await send(page);
  if (isScripted()) await expect(summaryOf(page)).toContainText("Full Name: Required");
  else await expectConfirmed(page);
  expect(delegatesWith(email)).toHaveLength(1);
});

test("the back button works when pressed before the scripts of a page have loaded", {
  tag: [SCRIPTED, QUICK],
}, async ({ page }) => {
  await page.goto("/register");
  await fillIn(page);
  await send(page);
  await expectConfirmed(page);
  const scripts = await holdAnswers(page, /\/assets\/.*\.js/);
  await page.reload();
  await page.goBack();
  scripts.release();
  await expect(titleOfForm(page)).toBeVisible();
  await page.goForward();
  await expectConfirmed(page);
});

test("a failed submission is reported and keeps the answers; while waiting, the button says so", {
  tag: SCRIPTED,
}, async ({ page }) => {
  await visit(page, "/register");
  await fillIn(page);
  const [summary, name] = [summaryOf(page), page.getByLabel("Full Name")];
  await test.step("a failed connection", async () => {
    await page.route(/register\.data/, (route) => route.abort());
    await send(page);
    await expect(summary.getByRole("listitem")).toHaveText("Registration failed");
    await expect(page.locator(".toast")).toHaveText(/^Registration FailedPlease try again later\./);
    await expect(name).toHaveValue("Noor Haddad");
    await page.unrouteAll({ behavior: "wait" });
  });
  const notes = page.getByLabel("Additional Information");
  await test.step("more than can be sent at once", async () => {
    await notes.fill("word ".repeat(28_000));
    await send(page);
    await expect(summary).toContainText("This is too large. The limit is 128 kB.");
    await expect(name).toHaveValue("Noor Haddad");
  });
  await notes.fill("");
  const answers = await holdAnswers(page, /register\.data/);
  await send(page);
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  answers.release();
  await expectConfirmed(page);
});

test("on a phone the toast of a registration is whole, and does not cover its reference", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/register");
  await fillIn(page);
  await send(page);
  await expectConfirmed(page);
  const toast = page.locator(".toast");
  await expect(toast).toContainText("We'll be in touch soon with confirmation details.");
  const cut = await toast
    .locator("p")
    .evaluateAll((texts) =>
      texts.filter(
        (text) => text.getClientRects()[0] && text.scrollWidth > text.clientWidth && text.clientWidth > 0,
      ),
    );
  expect(cut).toEqual([]);
  const reference = await page.locator("dt:text-is('Reference') + dd").boundingBox();
  expect(reference?.height).toBeGreaterThan(0);
  const bottom = (reference?.y ?? 0) + (reference?.height ?? 0);
  expect(bottom).toBeLessThan((await toast.boundingBox())?.y ?? 0);
});

test("a toast closes after 5000 ms, waits under the mouse, and has a button", async ({ page }) => {
  await visit(page, "/register");
  await send(page);
  const toast = page.locator(".toast");
  await expect(toast).toContainText("Registration Failed");
  const timing = () =>
    toast.evaluate((element) => {
      const { animationDelay, animationPlayState } = getComputedStyle(element);
      return [animationDelay, animationPlayState];
    });
  expect(await timing()).toEqual(["5s", "running"]);
  await toast.hover();
  expect(await timing()).toEqual(["5s", "paused"]);
  if (isScripted()) {
    await toast.getByRole("button", { name: "Dismiss message" }).click();
    await expect(toast).toHaveCount(0);
    await send(page);
  }
  await page.mouse.move(0, 0);
  await toast.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.finish();
  });
  if (isScripted()) await expect(toast).toHaveCount(0);
  else await expect(toast).toBeHidden();
});

test("a document that would lose input asks first", { tag: [SCRIPTED, QUICK] }, async ({ page }) => {
  await visit(page, "/register");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  await page.reload();
  expect(asked).toEqual([]);
  await ready(page);
  await page.getByLabel("Full Name").fill("Noor Haddad");
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(page.getByLabel("Full Name")).toHaveValue("Noor Haddad");
  await page.getByLabel("Full Name").fill("");
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
});
