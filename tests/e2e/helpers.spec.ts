import { newLink } from "../faults/support/server-process.ts";
import { expectAccessible } from "../support/axe.ts";
import { conferenceIn } from "../support/conference-day.ts";
import { insertDelegate } from "../support/delegates.ts";
import { expect, inDatabase, isScripted, ready, test, visit, withholdScripts } from "../support/journey.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Server, startServer } from "../support/server.ts";

const HELPER = "hans@example.com";
const DOOR = "/admin/delegates/door";

const LISTS = { ADMIN_EMAILS: "ana@example.com", DOOR_EMAILS: HELPER, ...conferenceIn(1) };

let mail: MailServer;
let site: Server;
/** The site's origin with a host name, as in emails. */
let origin: string;
test.beforeAll(async () => {
  mail = await startMailServer();
  site = await startServer({ ...LISTS, SMTP_URL: mail.url });
  origin = `http://localhost:${site.port}`;
  inDatabase(site.dataDir, (sqlite) => {
    for (const name of ["Søren Li", "Eleni Ng", "Mary O’Sullivan"])
      insertDelegate(sqlite, { name, email: "someone@mailbox.example", status: "confirmed" });
  });
});
test.afterAll(async () => {
  await site.stop();
  await mail.stop();
});

test("a helper asks for a link by email, corrects the address, and logs in at the door", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${origin}/admin`);
  if (!isScripted()) await page.getByRole("link", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Log in by email" })).toBeVisible();
  await ready(page);

  await page.getByLabel("Email Address").fill("hans@-example.com");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter an email address in the correct format");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Log in by email/);
  await expect(page.getByLabel("Email Address")).toHaveValue("hans@-example.com");

  mail.mails.length = 0;
  await page.getByLabel("Email Address").fill(HELPER);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect.poll(() => mail.mails.length, { timeout: 15_000 }).toBe(1);
  const link = /http\S+\?link=\S+/.exec(mail.mails[0]?.email.text ?? "")?.[0] ?? "";
  await visit(page, link);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(origin + DOOR);
});

test.describe("with axe", () => {
  test.use({ viewport: { width: 360, height: 800 }, javaScriptEnabled: true });

  test("axe finds nothing on the way in, at a helper's door or on a refused screen", async ({ page }) => {
    test.slow();
    await withholdScripts(page);
    await page.goto(`${origin}/api/login`);
    await expectAccessible(page, "the form that asks for a link");
    await page.getByRole("button", { name: "Send me a link" }).click();
    await page.getByText("There is a problem").waitFor();
    await expectAccessible(page, "that form with an error");

    await page.goto(`${origin}/api/login?link=${newLink(site.dataDir, HELPER)}`);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Check-in" }).waitFor();
    const paths = ["/api/login?sent", DOOR, `${DOOR}?q=el`, "/admin/delegates/door-list", "/admin/speakers"];
    for (const path of paths) {
      await page.goto(origin + path);
      await expectAccessible(page, path);
    }
  });
});
