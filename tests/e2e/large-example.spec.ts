import { readdirSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, inDatabase, ready, test } from "../support/journey.ts";
import { newFolder } from "../support/new-folder.ts";
import { headerMore, logIn, tab } from "../support/panel.ts";
import { type Server, startServer } from "../support/server.ts";

const FOLDER = "examples/large";
let server: Server;
let dataDir: string;
test.beforeEach(async () => {
  dataDir = newFolder();
  const settings = { DATA_DIR: dataDir, CONFERENCE_FILE: `${FOLDER}/conference.json` };
  server = await startServer({ ...settings, ADMIN_EMAILS: "organiser@example.com" });
});
test.afterEach(() => server.stop());

test("from an empty folder to the complete large conference takes at most 40 clicks and keys", async ({
  page,
}) => {
  test.slow();
  let clicks = 0;
  const press = async (control: Locator) => {
    await ready(page);
    // Uses Enter, because a quick second click in the same place would count as a double click.
    await control.press("Enter");
    clicks += 1;
  };
  const choose = async (label: string, files: string[]) => {
    // One click opens the browser's file dialog, and another chooses the files.
    clicks += 2;
    await page.getByLabel(label, { exact: true }).setInputFiles(files);
  };
  const bring = async (screen: string, file: string, rows: string, { isAsked }: { isAsked: boolean }) => {
    await press(tab(page, screen));
    await page.waitForURL(`**/admin/${screen.toLowerCase()}`);
    await press(headerMore(page));
    await press(page.getByRole("link", { name: "Import", exact: true }));
    await choose("CSV or Excel file", [`${FOLDER}/${file}`]);
    const show = page.getByRole("button", { name: "Preview import" });
    await press(show);
    if (isAsked) {
      await expect(page.getByText("choose a field for each column")).toBeVisible();
      await press(show);
    }
    await expect(page.getByText(rows)).toBeVisible();
    await press(page.getByRole("button", { name: /^Import \d+/ }));
  };
  await logIn(page, { ...server, dataDir });
  await page.goto(`${server.origin}/admin`);
  await bring("Speakers", "sessionize-speakers.csv", "43 rows: 43 new.", { isAsked: false });
  await press(headerMore(page));
  await choose(
    "Photos",
    readdirSync(`${FOLDER}/photos`).map((name) => `${FOLDER}/photos/${name}`),
  );
  await press(page.getByRole("button", { name: "Add photos" }));
  await expect(page.locator(".toast").last()).toContainText("41 photos added.", {
    timeout: 60_000,
  });
  await bring("Program", "sessionize-sessions.csv", "40 rows: 39 new, 1 left out.", { isAsked: true });
  await expect(page.locator(".toast").last()).toContainText("36 sessions added, 3 breaks added.");

  const counts = inDatabase(dataDir, (sqlite) =>
    ["speakers where image_url is not null", "program_sessions", "connections"].map((table) =>
      sqlite.prepare(`select count(*) from ${table}`).pluck().get(),
    ),
  );
  expect(counts).toEqual([41, 39, 42]);
  expect(clicks).toBeLessThanOrEqual(40);
  await page.goto(server.origin);
  await expect(page.getByText("continues until 12:20").first()).toBeVisible();
});
