import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newFolder } from "./new-folder.ts";

export const OTHER_FILE = resolve("examples/conference.json");
export const WITH_OTHER = { CONFERENCE_FILE: OTHER_FILE };
export const BEFORE_OTHER = "2027-02-15T10:00:00Z";

/** Names, places, dates, prices and addresses of the sample conference. */
const SAMPLE_FACTS = [
  "Byline",
  "Pressboard",
  "Harbourline",
  "Sydney",
  "Australia",
  "Composing Room",
  "Galley Lane",
  "Ultimo",
  "Wattle Street",
  "Central Station",
  "byline.example",
  "pressboard-",
  "checkout.example.com",
  "5550 0925",
  "twitter.example.com",
  "11 September",
  "Sep 11",
  "2025-09-11",
  "8:30 AM",
  '"AUD"',
  "$445",
  "$990",
  "$1,200",
  "both ends of the pitch",
  "Better media relations",
  "Networking lunch",
];

/** Finds facts of the sample conference in a text. */
export const sampleFactsIn = (text: string): string[] =>
  SAMPLE_FACTS.filter((fact) => text.toLowerCase().includes(fact.toLowerCase()));

/** The shortest conference file: name, times, time zone, city, venue and contact. */
export const SMALL = {
  name: "Fjord <Days>",
  startsAt: "2027-10-31T01:30",
  endsAt: "2027-10-31T09:00",
  timeZone: "Europe/Oslo",
  city: "Bergen",
  venue: { name: "Kaihuset", street: "Bryggen 1, 5003 Bergen" },
  contact: { email: "hei@fjord.example" },
};

/** Writes a conference file. Returns the setting with its path. */
export function conferenceFile(content: object): { CONFERENCE_FILE: string } {
  const CONFERENCE_FILE = join(newFolder(), "conference.json");
  writeFileSync(CONFERENCE_FILE, JSON.stringify(content));
  return { CONFERENCE_FILE };
}
