import { type Conference, conference } from "#app/conference/conference.ts";

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

export const hasCity = (street: string, city: string): boolean =>
  new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal(city)}(?:$|[^\\p{L}\\p{N}])`, "iu").test(street);

/** True for an Australian ending such as 'Ultimo NSW 2007', but not for 'Bryggen 1, 5003'. */
const endsWithSuburb = (street: string, postalCode: string | null): boolean =>
  postalCode !== null && new RegExp(`\\p{L} ${literal(postalCode)}$`, "u").test(street);

/** Adds the city unless the address already contains it or a suburb. */
export function addressLine({ venue, city }: Pick<Conference, "venue" | "city">): string {
  const { name, street, postalCode } = venue;
  const isWhole = hasCity(street, city) || endsWithSuburb(street, postalCode);
  return [name, street, ...(isWhole ? [] : [city])].join(", ");
}

export type DayFact = { name: string; text: string; iso?: string };

const { date, hours, venue, city } = conference;

export const CITY_FACT: DayFact = { name: "City", text: city };

export const DAY_FACTS: DayFact[] = [
  { name: "Date", text: date.long, iso: date.iso },
  { name: "Hours", text: hours },
  { name: "Venue", text: `${venue.name}, ${venue.street}` },
  ...(hasCity(venue.street, city) ? [] : [CITY_FACT]),
];
