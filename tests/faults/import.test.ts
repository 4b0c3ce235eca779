import type Database from "better-sqlite3";
import { expect, test } from "vitest";
import { freePort, newDataDir } from "../support/server.ts";
import { cases, record } from "./support/findings.ts";
import { previewList, undoImport } from "./support/lists.ts";
import { faultsOf, inDatabase, lookAtCopy } from "./support/rows.ts";
import { logInOver } from "./support/server-process.ts";
import { startSite } from "./support/site-process.ts";
import { pause } from "./support/until.ts";

const ROWS = 2_000;
const KILLS = { delegates: cases(40, 2), speakers: cases(20, 1) };
type Screen = keyof typeof KILLS;

const listOf = (screen: Screen, mark: string): string => {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    screen === "delegates"
      ? `PR Pass;${mark} ${index};${mark}-${index}@example.com;Editor;${index % 2 === 0 ? "confirmed" : ""}`
      : `${mark} ${index};Editor;${mark} Press;b2b`,
  );
  const head =
    screen === "delegates"
      ? "Delegate Type;Full Name;Email Address;Job Title;Status"
      : "Name;Title;Company;Category";
  return [head, ...rows].join("\n");
};

function leftIn(sqlite: Database.Database, screen: Screen) {
  expect(faultsOf(sqlite)).toEqual([]);
  const count = (what: string) => sqlite.prepare(`select count(*) from ${what}`).pluck().get();
  return {
    rows: count(screen),
    mails: count("outbox"),
    undo: count("changesets where undo_until is not null and undone_by is null"),
    forms: count("changesets where form_id is not null and result is not null"),
    kept: count("drafts"),
  };
}

test("a killed import leaves all or nothing, and pressing its button again imports once", async () => {
  const figures: string[] = [];
  for (const screen of ["delegates", "speakers"] as const) {
    const dataDir = newDataDir();
    const port = await freePort();
    const start = () => startSite({ dataDir, port });
    let site = await start();
    const cookie = await logInOver(site);
    const left = () => inDatabase(dataDir, (sqlite) => leftIn(sqlite, screen));
    const ways = { nothing: 0, all: 0 };
    let [tookMs, slowestMs] = [1_000, 0];
    for (let kill = 0; kill < KILLS[screen]; kill += 1) {
      const mark = `${screen}${kill}`;
      const press = await previewList(site, cookie, screen, listOf(screen, mark));
      const before = left();
      const sent = press(site).catch(() => null);
      // Kills the site at a random time during the request or shortly after its response.
      await pause(tookMs * 1.2 * ((kill + Math.random()) / KILLS[screen]));
      await site.end("SIGKILL");
      const answer = await sent;
      const killed = lookAtCopy(dataDir, (sqlite) => leftIn(sqlite, screen));
      const whole = {
        rows: ROWS,
        mails: screen === "delegates" ? ROWS : 0,
        undo: 1,
        forms: Number(before.forms) + 1,
        kept: 0,
      };
      const isAll = killed.rows !== 0;
      expect(killed).toEqual(isAll ? whole : before);
      if (answer !== null) expect([answer.status, isAll]).toEqual([303, true]);
      ways[isAll ? "all" : "nothing"] += 1;

      site = await start();
      const again = performance.now();
      expect((await press(site)).status).toBe(303);
      if (!isAll) {
        tookMs = performance.now() - again;
        slowestMs = Math.max(slowestMs, tookMs);
      }
      expect(left()).toEqual(whole);
      expect((await undoImport(site, cookie, screen)).status).toBe(303);
      expect(left()).toMatchObject({ rows: 0, mails: 0, undo: 0 });
    }
    expect(await site.end("SIGTERM")).toBe(0);
    figures.push(
      `Of the ${screen.slice(0, -1)} imports, ${ways.nothing} stored nothing and ${ways.all} everything; importing ${ROWS} rows took at most ${(slowestMs / 1000).toFixed(1)} s`,
    );
  }
  record(
    `The server was killed during ${KILLS.delegates} delegate imports and ${KILLS.speakers} speaker imports`,
    figures.join(". "),
  );
});
