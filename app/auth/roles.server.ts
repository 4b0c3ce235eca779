// What the lists of the settings let an address do. They are asked at every request, not only at login.
import { DAY } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";

/** An organiser has the whole panel, a helper the door alone, until the day is over. */
export type Role = "organiser" | "helper";

/** What an address may do; null for nothing. Whoever is on both lists is an organiser. */
export function roleOf(email: string): Role | null {
  if (isOn(env.ADMIN_EMAILS, email)) return "organiser";
  return isListedHelper(email) && !isDayOver() ? "helper" : null;
}

/** Whether an address may log in now. */
export const isListed = (email: string): boolean => roleOf(email) !== null;

/** Whether DOOR_EMAILS lists an address, be the day over or not. */
export const isListedHelper = (email: string): boolean => isOn(env.DOOR_EMAILS, email);

/** Whether the conference's last day is over in its own time zone: no helper gets in then. */
export const isDayOver = (): boolean => Date.now() >= DAY.endsAt.getTime();

/** Whether a list has this address, or its whole domain as `*@example.org`. */
function isOn(list: readonly string[], email: string): boolean {
  const address = email.toLowerCase();
  return list.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}
