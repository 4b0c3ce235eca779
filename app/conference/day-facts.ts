// When and where the day is, for every list and line that says so.
import { conference } from "#app/conference/conference.ts";
import type { Conference } from "#app/conference/types.ts";

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Whether a street address says the city already, as a word of its own. */
export const namesCity = (street: string, city: string): boolean =>
  new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal(city)}(?:$|[^\\p{L}\\p{N}])`, "iu").test(street);

/** Whether it ends with a suburb and its postcode, as Australian ones do: 'Ultimo NSW 2007', but not 'Bryggen 1, 5003'. */
const endsWithSuburb = (street: string, postalCode: string | null): boolean =>
  postalCode !== null && new RegExp(`\\p{L} ${literal(postalCode)}$`, "u").test(street);

/** The address on one line; the city follows where neither it nor a suburb is there. */
export function addressLine({ venue, city }: Pick<Conference, "venue" | "city">): string {
  const { name, street, postalCode } = venue;
  const isWhole = namesCity(street, city) || endsWithSuburb(street, postalCode);
  return [name, street, ...(isWhole ? [] : [city])].join(", ");
}

/** A fact of the day; `iso` is the date for programs. */
export type DayFact = { name: string; text: string; iso?: string };

const { date, hours, venue, city } = conference;

export const CITY_FACT: DayFact = { name: "City", text: city };

/** Date, hours, venue and city, in the one order that they have everywhere. */
export const DAY_FACTS: DayFact[] = [
  { name: "Date", text: date.long, iso: date.iso },
  { name: "Hours", text: hours },
  { name: "Venue", text: `${venue.name}, ${venue.street}` },
  ...(namesCity(venue.street, city) ? [] : [CITY_FACT]),
];
