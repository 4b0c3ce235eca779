import type { Database } from "better-sqlite3";
import { insertDelegate } from "./delegates.ts";
import { conferenceFile, SMALL } from "./other-conference.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Settings for a conference in two months with so many places and a waiting list. */
export const withPlaces = (places: number, registration: object = {}): { CONFERENCE_FILE: string } =>
  conferenceFile({
    ...SMALL,
    startsAt: `${inDays(60)}T09:00`,
    endsAt: `${inDays(60)}T17:00`,
    passes: [
      { id: "guest", name: "Guest", hint: "For guests" },
      { id: "press", name: "Press", hint: "For journalists", decision: true, isPress: true },
    ],
    registration: {
      closes: `${inDays(50)}T18:00`,
      places,
      waitingList: true,
      offerHours: 24,
      ...registration,
    },
  });

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

/** Ends all open offers, as time does. */
export const endOffers = (sqlite: Database) =>
  void sqlite.prepare("update delegates set offered_until = 1 where offered_until is not null").run();
