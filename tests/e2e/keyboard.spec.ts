import { registration } from "../support/factories.ts";
import { endToast, expect, newEmail, QUICK, test, visit } from "../support/journey.ts";
import { expectTabToReachEverything } from "../support/keyboard.ts";
import { logIn } from "../support/panel.ts";
import { EMPTY_SITE, SAMPLE_SITE } from "../support/sites.ts";
import { PANEL } from "../support/states.ts";

test("Tab reaches every control of the panel's screens, and none of them is covered", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  // Uses SAMPLE_SITE because the lists on PANEL_SITE grow with each test.
  const { origin } = SAMPLE_SITE;
  await logIn(page, SAMPLE_SITE);
  const name = `Tab ${crypto.randomUUID().slice(0, 8)}`;
  let person = 0;
  for (const registrationType of ["pr_pass", "media_pass"]) {
    const data = registration({ name, email: newEmail(), registrationType });
    const answer = await request.post(`${origin}/api/registrations`, { data });
    expect(answer.status()).toBe(201);
    person = (await answer.json()).id;
  }
  const delegates = [`/admin/delegates?q=${encodeURIComponent(name)}`, `/admin/delegates/${person}`];
  const screens = Object.values(PANEL).map(([, path]) => path);
  for (const [width, paths] of [
    [1280, [...screens, ...delegates]],
    [320, delegates],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    for (const path of paths) {
      await test.step(`${path} at ${width} px`, async () => {
        await visit(page, origin + path);
        await endToast(page);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await expectTabToReachEverything(page);
      });
    }
  }
});

test("an empty screen names the next step, and Enter takes it", { tag: QUICK }, async ({ page }) => {
  await page.goto(EMPTY_SITE.origin);
  await page.getByRole("link", { name: "register now", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Delegate Registration" })).toBeVisible();
  await logIn(page, EMPTY_SITE);
  for (const [screen, link, heading] of [
    ["speakers", "Add the first speaker", "Add Speaker"],
    ["program", "Add the first session", "Add Session"],
    ["connections", "Add a session", "Add Session"],
    ["delegates", "Delegate Registration", "Delegate Registration"],
  ] as const) {
    await visit(page, `${EMPTY_SITE.origin}/admin/${screen}`);
    await page.getByRole("main").getByRole("link", { name: link }).press("Enter");
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  }
});
