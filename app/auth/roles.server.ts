// The lists in the settings are consulted on every request, not only at login.
import { DAY } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Organisers can use the whole panel; helpers only the door, until the conference is over. */
export type Role = "organiser" | "helper";

/** Returns "organiser" for an address on both lists, null for one on neither. */
export function roleOf(email: string): Role | null {
  if (isOn(env.ADMIN_EMAILS, email)) return "organiser";
  return isListedHelper(email) && !isDayOver() ? "helper" : null;
}

export const isListed = (email: string): boolean => roleOf(email) !== null;

/** True for an address in DOOR_EMAILS, even after the conference. */
export const isListedHelper = (email: string): boolean => isOn(env.DOOR_EMAILS, email);

/** True from the end of the last day, in the conference's time zone. Helpers then lose access. */
export const isDayOver = (): boolean => Date.now() >= DAY.endsAt.getTime();

/** True if the list contains the address, or its domain as `*@example.org`. */
function isOn(list: readonly string[], email: string): boolean {
  const address = email.toLowerCase();
  return list.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}
