import { conferenceFile, SMALL } from "./other-conference.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Settings for a conference in Bergen this many days from now. */
export function conferenceIn(days: number): { CONFERENCE_FILE: string } {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return conferenceAt(`${day}T09:00`, `${day}T17:00`);
}

/** Settings for a conference in Bergen at this time. */
export const conferenceAt = (startsAt: string, endsAt: string): { CONFERENCE_FILE: string } =>
  conferenceFile({ ...SMALL, startsAt, endsAt });
