import { rowsOf } from "../faults/support/rows.ts";
import { hasFirefox, openFirefox } from "../support/firefox.ts";
import { delegatesWith, expect, newEmail, PLAIN, SCRIPTED, test } from "../support/journey.ts";
import { BEHIND_CADDY, PANEL_SITE, SAMPLE_SITE } from "../support/sites.ts";
import { hasW3m, openW3m } from "../support/w3m.ts";

const speakersNamed = (name: string): unknown[] =>
  rowsOf(PANEL_SITE.dataDir, `select title, category from speakers where name = '${name}'`);

test.describe("w3m", { tag: PLAIN }, () => {
  test.skip(!hasW3m, "there is no w3m here (Debian: apt-get install w3m)");
  test.beforeEach(() => {
    test.skip(BEHIND_CADDY, "the browser does not trust Caddy's certificate");
    test.slow();
  });

  test("a visitor reads about a session and registers", async () => {
    const email = newEmail();
    const browser = await openW3m(`${SAMPLE_SITE.origin}/?session=2`);
    try {
      await browser.follow("Skip to the dialog", "About This Session");
      await browser.follow("Back to the program", "Viewing <Byline 2025");
      await browser.follow("Register Free", "Viewing <Delegate Registration");
      await browser.fill("Full Name", "Wim Text");
      await browser.fill("Email Address", email);
      await browser.fill("Job Title", "Reporter");
      await browser.follow("Complete Registration", "Registration Confirmed!");
      expect(delegatesWith(email)).toMatchObject([{ name: "Wim Text", registration_type: "media_pass" }]);
    } finally {
      browser.close();
    }
  });

  test("an organiser logs in and adds a speaker", async () => {
    const name = `Text ${crypto.randomUUID().slice(0, 8)}`;
    const browser = await openW3m(`${PANEL_SITE.origin}/api/login?to=/admin/speakers%3Fadd`);
    try {
      await browser.follow("Olive Organ", "Speakers Management");
      await browser.follow("Skip to the dialog", "Choose a category");
      await browser.fill("Name", name);
      await browser.fill("Title", "Editor");
      await browser.fill("Company", "The Terminal");
      await browser.select("Category", 3);
      await browser.follow("Create Speaker", "Viewing <");
      await expect.poll(() => speakersNamed(name)).toEqual([{ title: "Editor", category: "tech" }]);
      await browser.find("Speaker created");
      await browser.shows("Speaker created successfully.");
    } finally {
      browser.close();
    }
  });
});

test.describe("Firefox", { tag: SCRIPTED }, () => {
  test.skip(!hasFirefox, "there is no Firefox here (Debian: apt-get install firefox-esr)");
  test.beforeEach(() => {
    test.skip(BEHIND_CADDY, "the browser does not trust Caddy's certificate");
    test.setTimeout(180_000);
  });

  test("a visitor reads about a session and registers, without errors in the console", async () => {
    const email = newEmail();
    const browser = await openFirefox();
    try {
      await browser.goto(`${SAMPLE_SITE.origin}/`);
      await browser.holds('"__reactRouterDataRouter" in window');
      await browser.click("Morning conference");
      await browser.shows("About This Session");
      // The end of the dialog moves down when the speakers are loaded.
      await browser.holds('document.querySelector(".dialog li") !== null');
      await browser.click("Back to the program");
      await browser.holds('document.querySelector(".dialog") === null');
      await browser.click("Register Free");
      await browser.holds('location.pathname === "/register"');
      await browser.fill("Full Name", "Fox Fire");
      await browser.fill("Email Address", email);
      await browser.fill("Job Title", "Reporter");
      await browser.click("Complete Registration");
      await browser.shows("Registration Confirmed!");
      expect(delegatesWith(email)).toMatchObject([{ name: "Fox Fire", registration_type: "media_pass" }]);
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  test("an organiser logs in, and adds, drags and deletes a speaker", async () => {
    const name = `Fox ${crypto.randomUUID().slice(0, 8)}`;
    const browser = await openFirefox();
    try {
      await browser.goto(`${PANEL_SITE.origin}/api/login?to=/admin/speakers`);
      await browser.click("Olive Organ");
      await browser.holds('location.pathname === "/admin/speakers" && "__reactRouterDataRouter" in window');
      await browser.click("Add Speaker");
      await browser.fill("Name", name);
      await browser.fill("Title", "Editor");
      await browser.fill("Company", "The Fox");
      await browser.fill("Category", "Technology");
      await browser.click("Create Speaker");
      await browser.shows("Speaker created successfully.");
      expect(speakersNamed(name)).toEqual([{ title: "Editor", category: "tech" }]);
      // Other tests may move speakers, so only the order of these two counts.
      const itemOf = (shown: string) =>
        `[...document.querySelectorAll("h3")].findLast((one) => one.textContent === ${shown})?.closest("li")`;
      const item = itemOf(JSON.stringify(name));
      const above = `${item}?.previousElementSibling?.querySelector("h3").textContent`;
      await browser.holds(`Boolean(window.nameAbove = ${above})`);
      await browser.dragUp(name);
      await browser.holds(
        `Boolean(${item}?.compareDocumentPosition(${itemOf("nameAbove")}) & Node.DOCUMENT_POSITION_FOLLOWING)`,
      );
      await browser.click(`More for ${name}`);
      await browser.click(`Delete ${name}`);
      await browser.shows(`Are you sure you want to delete ${name}?`);
      await browser.click("Delete");
      await browser.shows("Speaker deleted successfully.");
      expect(speakersNamed(name)).toEqual([]);
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
