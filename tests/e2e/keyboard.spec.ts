// The panel and what the screens say while there is nothing on them, by keyboard.
import { registration } from "../support/factories.ts";
import { endToast, expect, newEmail, QUICK, ready, test } from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { signIn } from "../support/panel.ts";
import { EMPTY_SITE, PANEL_SITE, SAMPLE_SITE } from "../support/sites.ts";

const SCREENS = [
  "/admin",
  "/admin/speakers",
  "/admin/speakers?add",
  "/admin/program",
  "/admin/program?edit=1",
  "/admin/program?delete=1",
  "/admin/connections",
  "/admin/logins",
  "/admin/delegates/door",
];

test("Tab reaches every control of the panel's screens, and none of them is covered", async ({
  page,
  request,
  javaScriptEnabled,
}) => {
  test.slow();
  // The lists of the other site grow with each test.
  const { origin } = SAMPLE_SITE;
  await signIn(page, SAMPLE_SITE);
  // Of the delegates two, whatever other tests have registered: each has the same controls.
  const name = `Tab ${crypto.randomUUID().slice(0, 8)}`;
  let person = 0;
  for (const registrationType of ["pr_pass", "media_pass"]) {
    const data = registration({ name, email: newEmail(), registrationType });
    const answer = await request.post(`${origin}/api/registrations`, { data });
    expect(answer.status()).toBe(201);
    person = (await answer.json()).id;
  }
  const delegates = [`/admin/delegates?q=${encodeURIComponent(name)}`, `/admin/delegates/${person}`];
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  const narrow = { width: 320, height: 640 };
  for (const [screen, size] of [
    ...[...SCREENS, ...delegates].map((screen) => [screen, wide] as const),
    ...delegates.map((screen) => [screen, narrow] as const),
  ]) {
    await test.step(`${screen} at ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await page.goto(origin + screen);
      await ready(page, javaScriptEnabled);
      await endToast(page);
      // From the top, also where a field has the focus already.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await expectTabToReachEverything(page);
    });
  }
});

test("an empty screen says the next step, and Enter takes it", { tag: QUICK }, async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(EMPTY_SITE.origin);
  await page.getByRole("link", { name: "register now", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
  await signIn(page, EMPTY_SITE);
  for (const [screen, link, heading] of [
    ["speakers", "Add the first speaker", "Add Speaker"],
    ["program", "Add the first session", "Add Session"],
    ["connections", "Add a session", "Add Session"],
    ["delegates", "Delegate Registration", "Delegate Registration"],
  ] as const) {
    await page.goto(`${EMPTY_SITE.origin}/admin/${screen}`);
    await ready(page, javaScriptEnabled);
    await page.getByRole("main").getByRole("link", { name: link }).press("Enter");
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  }
});

test("a session without speakers leads to the choice of one, with the session chosen", {
  tag: QUICK,
}, async ({ page, javaScriptEnabled }) => {
  await signIn(page);
  // Where pages glide, a busy machine takes its time over it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${PANEL_SITE.origin}/admin/connections`);
  await ready(page, javaScriptEnabled);
  const link = page.getByRole("link", { name: /^Choose a speaker/ }).first();
  const title = (await link.innerText()).replace(/^Choose a speaker\s+for /, "");
  await link.press("Enter");
  await expect(page).toHaveURL(/#speakerId$/);
  await expect(page.getByLabel("Session", { exact: true }).locator("option:checked")).toContainText(title);
  const speaker = page.getByLabel("Speaker", { exact: true });
  await expect(speaker).toBeFocused();
  await expect(speaker).toBeInViewport();
});
