// CONFERENCE_FILE: read once, when the first module asks what the conference is. package.json maps
// #conference-file to this on the server and to conference-file.browser.ts in browsers.
import { readFileSync } from "node:fs";
import { ConferenceFile } from "#app/conference/schema.server.ts";
import type { Conference } from "#app/conference/types.ts";
import { env, SettingsError } from "#app/platform/env.server.ts";
import { inZone, isoInZone } from "#app/platform/iso-in-zone.server.ts";
import { slugOf } from "#app/platform/text.ts";

/**
 * The facts of CONFERENCE_FILE, completed; null where it is not set. One that cannot be used ends the
 * process with a sentence that names every wrong field.
 */
export function readConferenceFile(): Conference | null {
  if (env.CONFERENCE_FILE === undefined) return null;
  try {
    return parseConferenceFile(read(env.CONFERENCE_FILE), env.CONFERENCE_FILE);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : code;
    throw new SettingsError(`The site cannot start: CONFERENCE_FILE (${path}) cannot be read: ${why}.`);
  }
}

/**
 * The facts in the text of such a file.
 * @throws SettingsError with one sentence that names every field that cannot be used.
 */
export function parseConferenceFile(text: string, path: string): Conference {
  const refuse = (problem: string) =>
    new SettingsError(`The site cannot start: CONFERENCE_FILE (${path}) ${problem}.`);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw refuse(`is not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`);
  }
  const parsed = ConferenceFile.safeParse(json, { error: describe });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "the file"} ${message}`,
    );
    throw refuse(`cannot be used: ${problems.join("; ")}`);
  }
  const facts = completeFacts(parsed.data);
  if (Date.parse(facts.endsAt) <= Date.parse(facts.startsAt)) {
    throw refuse(`cannot be used: endsAt must be after startsAt`);
  }
  const late = facts.plans.findIndex(({ steps }) => (steps?.at(-1)?.until ?? "") > facts.date.iso);
  if (late !== -1) throw refuse(`cannot be used: plans.${late}.steps must not be later than the day itself`);
  return facts;
}

const KINDS: Record<string, string> = {
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong with a value, where its schema does not say it in words of its own. */
function describe(issue: { code?: string; expected?: unknown; input?: unknown; keys?: unknown }): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys as string[];
    return `has ${keys.map((key) => `"${key}"`).join(", ")}, which is not a fact that this file can hold`;
  }
  if (issue.input === undefined) return "is missing";
  return `must be ${KINDS[String(issue.expected)] ?? "another value"}`;
}

// Completes a CONFERENCE_FILE: what follows from its facts is made of them, and the rest is absent. The server alone does
// it, so that all browsers show a date the same way.

/** All facts of the conference that a checked file describes. */
function completeFacts({ $schema, ...file }: ConferenceFile): Conference {
  const { name, city, timeZone, product = null } = file;
  const [startsAt, endsAt] = [inZone(file.startsAt, timeZone), inZone(file.endsAt, timeZone)];
  const date = { ...dateOf(startsAt, timeZone), ...file.date };
  const hours = file.hours ?? hoursOf(startsAt, endsAt, timeZone);
  const venue = { postalCode: null, country: null, notes: [], ...file.venue };
  const contact = { email: null, phone: null, ...file.contact };
  return {
    title: `${name}: ${city}, ${date.long.replace(/^\p{L}+\s+(?=\d)/u, "")}`,
    description: `${name} in ${city}. ${date.long}, ${hours}, ${venue.name}, ${venue.street}.`,
    headline: null,
    lead: null,
    tagline: `Join us in ${city} on ${date.long}`,
    subscriptionAnchor: [product && slugOf(product), "subscription"].filter(Boolean).join("-"),
    locale: "en-AU",
    social: [],
    sponsors: [],
    pricesNote: null,
    currency: "",
    salesFrom: null,
    plans: [],
    journalistFeatures: [],
    ...file,
    about: { intro: null, benefits: [], ...file.about },
    product,
    subscription: {
      offer: product === null ? "" : `Every PR pass comes with a free ${product} subscription.`,
      intro: null,
      value: null,
      term: null,
      benefits: [],
      ...file.subscription,
    },
    startsAt: isoInZone(startsAt, timeZone),
    endsAt: isoInZone(endsAt, timeZone),
    date,
    hours,
    venue,
    contact: { phoneHref: telephone(contact.phone), ...contact },
  };
}

/** 'Thursday 11 September 2025', 'Sep 11', 2025-09-11: the day of a moment in a time zone. */
function dateOf(moment: Date, timeZone: string): Conference["date"] {
  const iso = isoInZone(moment, timeZone).slice(0, 10);
  const words = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(moment);
  const long = words("en-AU", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return {
    iso,
    long: long.replace(",", ""),
    short: words("en-US", { month: "short", day: "numeric" }),
  };
}

/** '8:30 AM to 5:00 PM'. */
function hoursOf(start: Date, end: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
    timeZone,
  });
  return [start, end].map((moment) => clock.format(moment).replace(/\u202f/g, " ")).join(" to ");
}

const telephone = (phone: string | null): string | null =>
  phone === null ? null : `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
