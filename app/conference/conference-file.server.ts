// package.json maps #conference-file to this file, or in browsers to conference-file.browser.ts.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createClockFormatter } from "#app/conference/clock-format.ts";
import { registerLogo } from "#app/conference/logos.server.ts";
import { SAMPLE_CONFERENCE } from "#app/conference/sample.ts";
import { ConferenceFile } from "#app/conference/schema.server.ts";
import type { Conference, PassConfig } from "#app/conference/types.ts";
import { env, SettingsError } from "#app/platform/env.server.ts";
import { slugify } from "#app/platform/text.ts";
import { parseInZone, toIsoInZone } from "#app/platform/zoned-time.server.ts";

/** Returns null if CONFERENCE_FILE is not set. Exits with a message if the file is invalid. */
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

/** @throws SettingsError with a message that names each invalid field. */
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
  const facts = completeFacts(parsed.data, (logo, index) => {
    try {
      return registerLogo(resolve(dirname(path), logo));
    } catch (error) {
      throw refuse(`cannot be used: sponsors.${index}.logo ${(error as Error).message}`);
    }
  });
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

function describe(issue: { code?: string; expected?: unknown; input?: unknown; keys?: unknown }): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys as string[];
    return `has ${keys.map((key) => `"${key}"`).join(", ")}, which is not a field of this file`;
  }
  if (issue.input === undefined) return "is missing";
  return `must be ${KINDS[String(issue.expected)] ?? "another value"}`;
}

// Runs only on the server, so that all browsers show the same dates.
function completeFacts(
  { $schema, ...file }: ConferenceFile,
  logoOf: (logo: string, index: number) => string,
): Conference {
  const { name, city, timeZone, product = null, locale = "en-AU", clock = 12 } = file;
  const [startsAt, endsAt] = [parseInZone(file.startsAt, timeZone), parseInZone(file.endsAt, timeZone)];
  const date = { ...dateOf(startsAt, timeZone, locale), ...file.date };
  const hours = file.hours ?? hoursOf([startsAt, endsAt], { timeZone, locale, clock });
  const venue = { postalCode: null, country: null, notes: [], ...file.venue };
  const contact = { email: null, phone: null, ...file.contact };
  const which = file.passes ? "pass" : "PR pass";
  const offer = product === null ? "" : `Every ${which} comes with a free ${product} subscription.`;
  return {
    title: `${name}: ${city}, ${date.long.replace(/^\p{L}+\s+(?=\d)/u, "")}`,
    description: `${name} in ${city}. ${date.long}, ${hours}, ${venue.name}, ${venue.street}.`,
    headline: null,
    lead: null,
    tagline: `Join us in ${city} on ${date.long}`,
    subscriptionAnchor: [product && slugify(product), "subscription"].filter(Boolean).join("-"),
    ...{ locale, clock, optional: [], photos: "ink", social: [], pages: [] },
    ...{ pricesNote: null, currency: "", salesFrom: null, plans: [], journalistFeatures: [] },
    ...file,
    about: { intro: null, benefits: [], ...file.about },
    product,
    subscription: { ...{ offer, intro: null, value: null, term: null, benefits: [] }, ...file.subscription },
    startsAt: toIsoInZone(startsAt, timeZone),
    endsAt: toIsoInZone(endsAt, timeZone),
    ...{ date, hours, venue },
    sponsors: (file.sponsors ?? []).map(({ text = "", tier = null, ...sponsor }, index) => {
      const logo = sponsor.logo ? logoOf(sponsor.logo, index) : null;
      return { ...sponsor, text, tier, logo };
    }),
    tracks:
      file.tracks?.map(({ id, name, short = name, column = short, group = name, room = null }) => ({
        ...{ id, name, short, column, group, room },
      })) ?? SAMPLE_CONFERENCE.tracks,
    types:
      file.types?.map(({ isBreak = false, needsSpeakers = !isBreak, ...type }) => ({
        ...{ ...type, isBreak, needsSpeakers },
      })) ?? SAMPLE_CONFERENCE.types,
    passes: passesOf(file),
    contact: { phoneHref: telephone(contact.phone), ...contact },
  };
}

/** Returns a date in three formats: '2025-09-11', 'Thursday 11 September 2025' and 'Sep 11'. */
function dateOf(moment: Date, timeZone: string, locale: string): Conference["date"] {
  const iso = toIsoInZone(moment, timeZone).slice(0, 10);
  const words = (options: Intl.DateTimeFormatOptions, of = locale) =>
    new Intl.DateTimeFormat(of, { ...options, timeZone }).format(moment);
  const long = words({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  // Australian English would write '11 Sept', not 'Sep 11' (specification, section 9).
  const short = words({ month: "short", day: "numeric" }, locale === "en-AU" ? "en-US" : locale);
  return { iso, long: long.replace(/^(\p{L}+), (?=\d)/u, "$1 "), short };
}

/** Returns text such as '8:30 AM to 5:00 PM'. */
const hoursOf = (moments: Date[], facts: Parameters<typeof createClockFormatter>[0]): string =>
  moments.map(createClockFormatter(facts)).join(" to ");

/** A sample pass loses its track if the conference file does not define that track. */
function passesOf({ passes, tracks = SAMPLE_CONFERENCE.tracks }: ConferenceFile): PassConfig[] {
  if (passes)
    return passes.map(({ id, name, hint = null, decision = false, track = null, isPress = false }) => ({
      ...{ id, name, hint, decision, track, isPress },
    }));
  const trackOf = (pass: PassConfig) => tracks.find(({ id }) => id === pass.track)?.id ?? null;
  return SAMPLE_CONFERENCE.passes.map((pass) => ({ ...pass, track: trackOf(pass) }));
}

const telephone = (phone: string | null): string | null =>
  phone === null ? null : `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
