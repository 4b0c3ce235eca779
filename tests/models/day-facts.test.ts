import { beforeAll, expect, test } from "vitest";
import type { Conference } from "#app/conference/conference.ts";
import { useNewDataDir } from "../support/database.ts";

let facts: typeof import("#app/conference/day-facts.ts");
beforeAll(async () => {
  useNewDataDir();
  facts = await import("#app/conference/day-facts.ts");
});

const line = (street: string, city: string, postalCode: string | null = null) =>
  facts.addressLine({ city, venue: { name: "Hall", street, postalCode } as Conference["venue"] });

test.each([
  ["Bryggen 1, 5003 Bergen", "Bergen"],
  ["BRYGGEN 1, 5003 BERGEN", "Bergen"],
  ["Bergen, Bryggen 1", "Bergen"],
  ["12 Main St, St. John’s NL", "St. John’s"],
  ["Aðalstræti 2, 101 Reykjavík", "Reykjavík"],
])("“%s” contains %s, which is not repeated", (street, city) => {
  expect(facts.hasCity(street, city)).toBe(true);
  expect(line(street, city)).toBe(`Hall, ${street}`);
});

test.each([
  ["Bryggen 1", "Bergen"],
  ["Bergensgate 1", "Bergen"],
  ["Nordbergen 1", "Bergen"],
  ["12 Main Stx John’s", "St. John’s"],
  ["Åbergen 1", "Bergen"],
])("“%s” does not contain %s, which is added", (street, city) => {
  expect(facts.hasCity(street, city)).toBe(false);
  expect(line(street, city)).toBe(`Hall, ${street}, ${city}`);
});

test("an address that ends with a suburb and its postcode is complete", () => {
  const complete = "48 Galley Lane, Ultimo NSW 2007";
  expect(line(complete, "Sydney", "2007")).toBe(`Hall, ${complete}`);
  expect(line("2007 Galley Lane", "Sydney", "2007")).toBe("Hall, 2007 Galley Lane, Sydney");
  expect(line("Laiturikuja 7, 00160", "Helsinki", "00160")).toBe("Hall, Laiturikuja 7, 00160, Helsinki");
  expect(line("Laiturikuja 7 00160", "Helsinki", "00160")).toBe("Hall, Laiturikuja 7 00160, Helsinki");
  expect(line("48 Galley Lane 12007", "Sydney", "2007")).toBe("Hall, 48 Galley Lane 12007, Sydney");
});
