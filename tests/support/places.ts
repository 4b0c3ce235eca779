import type { Database } from "better-sqlite3";
import { insertDelegate } from "./delegates.ts";
import { conferenceFile, SMALL } from "./other-conference.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
export const GUEST_AND_PRESS = [
  { id: "guest", name: "Guest" },
  { id: "press", name: "Press", decision: true },
];

/** Settings for a conference in 30 days with this `registration`. `more` are other facts. */
export function conferenceWithPlaces(registration: object, more: object = {}): { CONFERENCE_FILE: string } {
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  return conferenceFile({
    ...SMALL,
    startsAt: `${day}T09:00`,
    endsAt: `${day}T17:00`,
    passes: GUEST_AND_PRESS,
    registration,
    ...more,
  });
}

/** Settings for a conference with so many places and, by default, a waiting list. */
export const withPlaces = (places: number, registration: object = {}) =>
  conferenceWithPlaces({ places, waitingList: true, ...registration });

/** A guest's answers, as the form and the API take them. */
export const guest = (name: string) => ({
  registrationType: "guest",
  name,
  email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
  jobTitle: "Editor",
});

/** Inserts a guest who has waited since this millisecond, by default without an offer. */
export const insertWaiting = (
  sqlite: Database,
  name: string,
  changes: Record<string, string | number | null> = {},
): number => {
  const { registrationType, jobTitle, ...answers } = guest(name);
  const row = { ...answers, job_title: jobTitle, registration_type: registrationType, queued_at: 1 };
  return insertDelegate(sqlite, { ...row, ...changes });
};
