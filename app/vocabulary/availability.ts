// Whether one can register, and what pages and refusals say about it (docs/decisions/places.md).
import { type Conference, conference } from "#app/conference/conference.ts";
import { momentInWords } from "#app/conference/date-text.ts";
import { capitalise, numberText } from "#app/platform/text.ts";
import { findPass, passName, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";

/** `full`: the passes that are fully booked. Public pages must not contain numbers. */
export type Availability = { state: "before" | "open" | "closed"; full: RegistrationType[] };

type Plan = Conference["plans"][number];

const { opens, closes, places, waitingList } = conference.registration;

/** Returns a sentence for pages and refusals. */
export function registrationText(state: "before" | "closed"): string {
  if (state === "before") return `Registration opens on ${momentInWords(new Date(opens ?? 0))}.`;
  if (closes === null) return "Registration is closed: the conference is over.";
  return `Registration closed on ${momentInWords(new Date(closes))}.`;
}

/** `type` is a pass whose own limit is reached, or null for all of them. */
export function placesTakenText(type: RegistrationType | null): string {
  const placesOf = (one: RegistrationType) => findPass(one).places ?? Number.POSITIVE_INFINITY;
  if (type !== null) return `${passName(type)}: ${takenText(placesOf(type))}`;
  const ofPasses = REGISTRATION_TYPES.reduce((all, one) => all + placesOf(one), 0);
  return capitalise(takenText(Math.min(places ?? ofPasses, ofPasses)));
}

const takenText = (count: number) =>
  count === 1 ? "the only place is taken." : `all ${numberText(count)} places are taken.`;

/** With null for the pass: if every pass is fully booked. */
export const isFullyBooked = (full: RegistrationType[], type: RegistrationType | null = null): boolean =>
  type === null ? REGISTRATION_TYPES.every((one) => full.includes(one)) : full.includes(type);

/** Why no one can register, or null if one can. Then there is a form. */
export function unavailableText({ state, full }: Availability): string | null {
  if (state !== "open") return registrationText(state);
  return isFullyBooked(full) && !waitingList ? `Fully booked. ${placesTakenText(null)}` : null;
}

export function bookedText(full: RegistrationType[], type: RegistrationType | null = null): string | null {
  if (!isFullyBooked(full, type)) return null;
  return waitingList ? "Fully booked. You can join the waiting list." : "Fully booked.";
}

/** What visitors must know before they choose a pass, or any of them. Null if they can register. */
export function registrationNote(
  availability: Availability | undefined,
  type: RegistrationType | null = null,
): string | null {
  if (!availability) return null;
  const { state, full } = availability;
  return state === "open" ? bookedText(full, type) : registrationText(state);
}

/** The pass that is bought with a plan, or null if the file does not say. */
export const planPass = ({ pass, action }: Plan): RegistrationType | null =>
  pass ?? REGISTRATION_TYPES.find((type) => action.href === `/register?type=${type}`) ?? null;

export function planNote(availability: Availability | undefined, plan: Plan): string | null {
  const pass = planPass(plan);
  const isByMail = pass === null && plan.action.href.startsWith("mailto:");
  return isByMail ? null : registrationNote(availability, pass);
}
