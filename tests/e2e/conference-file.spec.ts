import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, PLAIN, ready, test } from "../support/journey.ts";
import { newFolder } from "../support/new-folder.ts";
import {
  BEFORE_OTHER,
  conferenceFile,
  OTHER_FILE,
  sampleFactsIn,
  WITH_OTHER,
} from "../support/other-conference.ts";
import { type Server, startServer } from "../support/server.ts";
import { startedAt } from "../support/server-clock.ts";

test.describe.configure({ mode: "default" });
let server: Server;
test.beforeAll(async () => {
  const DATA_DIR = newFolder();
  spawnSync("npm", ["run", "--silent", "db:seed"], { env: { ...process.env, ...WITH_OTHER, DATA_DIR } });
  server = await startServer({ ...WITH_OTHER, ...startedAt(BEFORE_OTHER), DATA_DIR });
});
test.afterAll(async () => {
  await server.stop();
});

test("a visitor sees the conference of the file on every page, and nothing of the sample's", async ({
  page,
}) => {
  const see = async (title: string | RegExp) => {
    await ready(page);
    await expect(page).toHaveTitle(title);
    expect(sampleFactsIn(await page.content())).toEqual([]);
  };
  await page.goto(server.origin);
  await see("Kirkas Nordic 2027: Helsinki, 20 May 2027");
  await expect(page.getByRole("navigation").getByRole("link", { name: "FREE Subscription" })).toHaveAttribute(
    "href",
    "/#sanakirja-subscription",
  );
  // From here on, JavaScript renders the pages if it is enabled.
  await page.locator(".session-bar a").first().click();
  await see(/ – Kirkas Nordic 2027$/);
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).first().click();
  await page.getByRole("link", { name: "Register Free" }).click();
  await see("Delegate Registration – Kirkas Nordic 2027");
  await expect(page.getByText("Two hundred people who write for everyone, in one hall")).toBeVisible();

  await page.getByLabel("Full Name").fill("Aino Lehto");
  await page.getByLabel("Email Address").fill("aino@example.org");
  await page.getByLabel("Job Title").fill("Editor");
  await page.getByLabel("Media Outlet").fill("Satama");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await see("Registration Confirmed! – Kirkas Nordic 2027");
  await expect(page.locator(".facts")).toContainText(
    /DateThursday\s20\sMay 2027Hours9:00\sAM to 5:30\sPMVenueMajakkasali, Laiturikuja\s7, 00160CityHelsinki/,
  );
  await page.goto(`${server.origin}/nowhere`);
  await see("Page Not Found – Kirkas Nordic 2027");
});

test("the pricing section has no empty column for any number of plans", {
  tag: PLAIN,
}, async ({ page }) => {
  test.slow();
  const file = JSON.parse(readFileSync(OTHER_FILE, "utf8"));
  for (const count of [0, 1, 2]) {
    const settings = conferenceFile({ ...file, plans: file.plans.slice(0, count) });
    const other = await startServer({ ...settings, ...startedAt(BEFORE_OTHER) });
    await page.goto(other.origin);
    const section = page.locator("#registration");
    const cards = await section.locator("article").all();
    expect(cards.length).toBe(count + 1);
    const [heading, last] = [section.locator(".section-head"), cards.at(-1)];
    const rightOf = async (part = heading) => {
      const box = await part.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    expect(await rightOf(last), `${count} plans`).toBe(await rightOf(heading));
    await other.stop();
  }
});
