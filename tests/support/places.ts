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
