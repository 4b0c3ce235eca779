// Roles follow the lists in the settings on every request, not only at login.
import { CONFERENCE_PERIOD } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Organisers use every admin screen; helpers use only those for the door, until the conference is over. */
export type Role = "organiser" | "helper";

export function roleOf(email: string): Role | null {
  if (isOn(env.ADMIN_EMAILS, email)) return "organiser";
  return isListedHelper(email) && !isDayOver() ? "helper" : null;
}

export const isListed = (email: string): boolean => roleOf(email) !== null;

/** Also true after the conference, when helpers have no access. */
export const isListedHelper = (email: string): boolean => isOn(env.DOOR_EMAILS, email);

/** True from the end of the last day in the conference's time zone; helpers then lose access. */
export const isDayOver = (): boolean => Date.now() >= CONFERENCE_PERIOD.endsAt.getTime();

/** `*@example.org` in the list matches every address of that domain. */
function isOn(list: readonly string[], email: string): boolean {
  const address = email.toLowerCase();
  return list.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}
