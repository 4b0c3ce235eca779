// A conference on another date, for tests of the day itself and of the time around it.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMALL } from "./other-conference.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Settings of a conference this many days from now, in Bergen. */
export function conferenceIn(days: number): { CONFERENCE_FILE: string } {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return conferenceAt(`${day}T09:00`, `${day}T17:00`);
}

/** Settings of a conference on this date, by Bergen's clocks. */
export function conferenceAt(startsAt: string, endsAt: string): { CONFERENCE_FILE: string } {
  const path = join(mkdtempSync(join(tmpdir(), "conference-")), "conference.json");
  writeFileSync(path, JSON.stringify({ ...SMALL, startsAt, endsAt }));
  return { CONFERENCE_FILE: path };
}
