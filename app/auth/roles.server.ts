// The lists of the settings are asked at every request, not only at login.
import { DAY } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";

/** An organiser has the whole panel, a helper the door alone, until the day is over. */
export type Role = "organiser" | "helper";

/** An address on both lists is an organiser's; null for one on neither. */
export function roleOf(email: string): Role | null {
  if (isOn(env.ADMIN_EMAILS, email)) return "organiser";
  return isListedHelper(email) && !isDayOver() ? "helper" : null;
}

export const isListed = (email: string): boolean => roleOf(email) !== null;

/** True for an address in DOOR_EMAILS, even when the day is over. */
export const isListedHelper = (email: string): boolean => isOn(env.DOOR_EMAILS, email);

/** True from the end of the last day in the conference's own time zone: helpers have no access then. */
export const isDayOver = (): boolean => Date.now() >= DAY.endsAt.getTime();

/** A list has an address, or its whole domain as `*@example.org`. */
function isOn(list: readonly string[], email: string): boolean {
  const address = email.toLowerCase();
  return list.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}
