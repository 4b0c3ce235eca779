// Roles are read from the settings on every request, not only at login.
import { CONFERENCE_PERIOD } from "#app/conference/day.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Organisers use all admin screens. Helpers use the door screens until the conference ends. */
export type UserRole = "organiser" | "helper";

export function getRole(email: string): UserRole | null {
  if (isOn(env.ADMIN_EMAILS, email)) return "organiser";
  return isListedHelper(email) && !isConferenceOver() ? "helper" : null;
}

export const hasRole = (email: string): boolean => getRole(email) !== null;

/** Remains true after the conference, when helpers have no access. */
export const isListedHelper = (email: string): boolean => isOn(env.DOOR_EMAILS, email);

/** True after the last day, in the conference's time zone. Helpers then lose access. */
export const isConferenceOver = (): boolean => Date.now() >= CONFERENCE_PERIOD.endsAt.getTime();

/** `*@example.org` in the list matches every address at that domain. */
function isOn(list: readonly string[], email: string): boolean {
  const address = email.toLowerCase();
  return list.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}
