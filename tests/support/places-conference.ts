// A conference in Bergen whose registration opens, closes and has 50 places.
import { vi } from "vitest";
import { type App, jsonPost, openSampleApp, visibleText } from "./app.ts";
import { registration, registrationForm } from "./factories.ts";
import { ORGANISER } from "./organiser.ts";
import { conferenceFile } from "./other-conference.ts";

const plan = (planId: string, name: string, href: string, pass: string | null = null) => ({
  ...{ planId, name, price: "kr 900", note: "Lunch included", features: ["A pass"], featured: false },
  ...{ action: { label: `Buy ${name}`, href }, pass },
});

export const PLACES_FILE = {
  name: "Fjord Days",
  startsAt: "2027-05-20T08:30",
  endsAt: "2027-05-20T17:00",
  timeZone: "Europe/Oslo",
  city: "Bergen",
  venue: { name: "Kaihuset", street: "Bryggen 1" },
  contact: { email: "hei@fjord.example" },
  currency: "NOK",
  plans: [
    plan("one", "Solo", "https://tickets.example.org/solo", "guest"),
    plan("team", "Team", "https://tickets.example.org/team"),
    plan("members", "Members", "mailto:hei@fjord.example"),
    plan("free", "Student", "/register?type=guest"),
  ],
  journalistFeatures: ["A seat in front"],
  passes: [
    { id: "guest", name: "Guest" },
    { id: "press", name: "Press", decision: true, isPress: true },
  ],
  registration: { opens: "2027-03-01T09:00", closes: "2027-05-17T18:00", places: 50 },
};

export const BEFORE = "2027-02-28T12:00:00+01:00";
export const WHILE_OPEN = "2027-04-01T12:00:00+02:00";
export const OPENS = "2027-03-01T09:00:00+01:00";
export const CLOSES = "2027-05-17T18:00:00+02:00";
export const OPENS_TEXT = "Registration opens on 1 March 2027 at 9:00 AM.";
export const CLOSED_TEXT = "Registration closed on 17 May 2027 at 6:00 PM.";

/** Sets the clock of this process, which includes the site. Timers keep running. */
export const setClock = (at: string) => vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });

type Changes = { registration?: object; [fact: string]: unknown };

/** The settings of the conference, with other facts. */
export const placesSettings = ({ registration, ...facts }: Changes = {}) =>
  conferenceFile({
    ...PLACES_FILE,
    ...facts,
    registration: { ...PLACES_FILE.registration, ...registration },
  });

/** Opens the conference with the sample's program. */
export async function openPlaces(at: string, changes: Changes = {}, settings: Record<string, string> = {}) {
  setClock(at);
  const app = await openSampleApp({ ...placesSettings(changes), ADMIN_EMAILS: ORGANISER, ...settings });
  return { app, ...visitorOf(app) };
}

export const guest = (changes: Record<string, string> = {}) =>
  registration({ registrationType: "guest", ...changes });
export const guestForm = (changes: Record<string, string> = {}) =>
  registrationForm({ registrationType: "guest", ...changes });

function visitorOf(app: App) {
  const html = async (path: string) => (await app.fetch(path)).text();
  const call = (body: Record<string, string>, headers: HeadersInit = {}) =>
    app.fetch("/api/registrations", jsonPost(body, headers));
  return {
    html,
    see: async (path: string) => visibleText(await html(path)),
    call,
    /** Registers this many, one after the other. */
    register: async (count: number, changes: Record<string, string> = {}) => {
      for (let index = 0; index < count; index += 1) {
        const { status } = await call(guest({ email: `person${index}@example.com`, ...changes }));
        if (status !== 201) throw new Error(`Registration ${index + 1} got ${status}`);
      }
    },
    rows: () => Number(app.sqlite.prepare("select count(*) from delegates").pluck().get()),
  };
}
