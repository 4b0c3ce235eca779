// The announcement that all delegates will be deleted: dashboard, privacy notice, doctor and history.
import { beforeEach, expect, test } from "vitest";
import { openSampleApp, visibleText } from "../support/app.ts";
import { insertDelegates } from "../support/delegates.ts";
import { addHistory } from "../support/history.ts";
import { app, db, logInAgain, openOrganised, textOf } from "../support/organised.ts";
import { BEFORE, placesSettings, setClock } from "../support/places-conference.ts";

/** The conference is on 20 May 2027 in Bergen, so its delegates are deleted on 18 August. */
const DELETED = placesSettings({ deleteAfterDays: 90, registration: { places: null } });
const ANNOUNCED = "212 delegates will be deleted on";
const PRIVACY = "Until 18 August 2027. All registrations are then deleted automatically.";

beforeEach(async () => {
  setClock(BEFORE);
  await openOrganised(DELETED);
  insertDelegates(app.sqlite, 212);
});

async function seeAt(at: string, path = "/admin") {
  setClock(at);
  await logInAgain();
  return textOf(path);
}

test("the dashboard announces the day and the number 14 days before, and says how to stop it", async () => {
  expect(await seeAt("2027-08-03T23:59:00+02:00")).not.toContain(ANNOUNCED);
  const text = await seeAt("2027-08-04T00:00:00+02:00");
  expect(text).toContain(
    `${ANNOUNCED} 18 August 2027 To stop this, change or remove deleteAfterDays in the conference file, and restart the site.`,
  );
});

test("after a day in the past, the dashboard names the day on which seven days of announcement end", async () => {
  expect(await seeAt("2028-02-01T12:00:00+01:00")).toContain(`${ANNOUNCED} 8 February 2028`);
  addHistory(
    app.sqlite,
    ["the site", "deletion on", null, "announced", "18 August 2027"],
    Date.parse("2028-01-30T12:00:00+01:00"),
  );
  expect(await seeAt("2028-02-01T12:00:00+01:00")).toContain(`${ANNOUNCED} 6 February 2028`);
});

test("the privacy notice always names the day, and for the sample says that nothing is deleted", async () => {
  expect(visibleText(await (await app.fetch("/privacy")).text())).toContain(PRIVACY);
  const sample = await openSampleApp();
  const text = visibleText(await (await sample.fetch("/privacy")).text());
  expect(text).toContain("Until an organiser deletes it. It isn’t deleted automatically.");
  expect(text).not.toContain("then deleted automatically");
});

test("recent activity names each announcement, and how many were deleted", async () => {
  const { announceOrDelete } = await import("#app/models/personal-data/announced-deletion.server.ts");
  const runAt = (at: string) => announceOrDelete(new Date(at));
  for (const day of ["10", "11", "12", "13", "14", "15"]) await runAt(`2027-08-${day}T12:00:00+02:00`);
  expect(await seeAt("2027-08-15T13:00:00+02:00")).toContain(
    "the site Deletion on 18 August 2027: announced",
  );
  await runAt("2027-08-18T00:00:00+02:00");
  expect(db.count("delegates")).toBe(0);
  const text = await seeAt("2027-08-18T01:00:00+02:00");
  expect(text).toContain("the site Deletion of 212 delegates: personal data deleted");
  expect(text).not.toContain("will be deleted on");
});

test("the doctor names the day and the number, and warns 14 days before", async () => {
  const { checkDataFolder } = await import("#app/doctor/server-checks.server.ts");
  const find = (at: string) =>
    checkDataFolder(app.dataDir, Date.parse(at)).find(({ name }) => name === "Deletion");
  const found = `${ANNOUNCED} 18 August 2027`;
  expect(find("2027-08-03T23:59:00+02:00")).toMatchObject({ status: "ok", found });
  const remedy = expect.stringContaining("change or remove deleteAfterDays");
  expect(find("2027-08-04T00:00:00+02:00")).toMatchObject({ status: "warning", found, remedy });
  app.sqlite.exec("delete from delegates");
  expect(find("2027-08-04T00:00:00+02:00")).toBeUndefined();
});
