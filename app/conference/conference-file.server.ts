// package.json maps #conference-file to this file, or in browsers to conference-file.browser.ts.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createClockFormatter } from "#app/conference/clock-format.ts";
import { registerLogo } from "#app/conference/logos.server.ts";
import { SAMPLE_CONFERENCE } from "#app/conference/sample.ts";
import { type Conference, ConferenceFile, type FileFacts } from "#app/conference/schema.server.ts";
import { env, orExit, SettingsError } from "#app/platform/env.server.ts";
import { slugify } from "#app/platform/text.ts";
import { parseInZone, toIsoInZone } from "#app/platform/zoned-time.server.ts";

/** Returns null if CONFERENCE_FILE is not set. Exits with a message if the file is invalid. */
export function readConferenceFile(): Conference | null {
  const path = env.CONFERENCE_FILE;
  return path === undefined ? null : orExit(() => parseConferenceFile(read(path), path));
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
  const parsed = WholeFile.safeParse(json, { error: describe });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join(".") || "the file"} ${message}`,
    );
    throw refuse(`cannot be used: ${problems.join("; ")}`);
  }
  const facts = parsed.data;
  const sponsors = facts.sponsors.map((sponsor, index) => {
    try {
      return { ...sponsor, logo: sponsor.logo && registerLogo(resolve(dirname(path), sponsor.logo)) };
    } catch (error) {
      throw refuse(`cannot be used: sponsors.${index}.logo ${(error as Error).message}`);
    }
  });
  if (Date.parse(facts.endsAt) <= Date.parse(facts.startsAt)) {
    throw refuse(`cannot be used: endsAt must be after startsAt`);
  }
  if (Date.parse(facts.endsAt) - Date.parse(facts.startsAt) > DAY_MS)
    throw refuse(`cannot be used: the conference must end within 24 hours, because the site is for one day`);
  const late = facts.plans.findIndex(({ steps }) => (steps?.at(-1)?.until ?? "") > facts.date.iso);
  if (late !== -1) throw refuse(`cannot be used: plans.${late}.steps must not be later than the day itself`);
  return { ...facts, sponsors };
}

const DAY_MS = 24 * 60 * 60 * 1000;

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

const WholeFile = ConferenceFile.superRefine(
  ({ plans, currency, tracks = SAMPLE_CONFERENCE.tracks, passes = [], ...file }, { addIssue }) => {
    const refuse = (path: (string | number)[], message: string) =>
      addIssue({ code: "custom", path, message });
    const { opens, closes, places, changesUntil } = file.registration;
    const isAfter = (one: string | null, other: string | null) =>
      one !== null && other !== null && parseInZone(one, file.timeZone) > parseInZone(other, file.timeZone);
    if (isAfter(closes, file.endsAt)) refuse(["registration", "closes"], "must not be after endsAt");
    if (opens !== null && !isAfter(closes ?? file.endsAt, opens))
      refuse(
        ["registration", "opens"],
        `must be before ${closes === null ? "endsAt" : "registration.closes"}`,
      );
    if (isAfter(changesUntil, file.endsAt))
      refuse(["registration", "changesUntil"], "must not be after endsAt");
    if (plans.length > 0 && currency === "") refuse(["currency"], "must be given together with plans");
    for (const [index, { track }] of passes.entries())
      if (track && !tracks.some(({ id }) => id === track))
        refuse(["passes", index, "track"], `must be the id of a track; “${track}” is not`);
    for (const [index, pass] of passes.entries())
      if (places !== null && pass.places !== null && pass.places > places)
        refuse(["passes", index, "places"], `must be at most registration.places, which is ${places}`);
    const ids = (passes.length > 0 ? passes : SAMPLE_CONFERENCE.passes).map(({ id }) => id);
    const chosen = ids.map((id) => `/register?type=${id}`);
    for (const [index, { action, pass }] of plans.entries()) {
      if (action.href.startsWith("/") && ![...chosen, "/register"].includes(action.href))
        refuse(["plans", index, "action", "href"], `must be /register or one of ${chosen.join(", ")}`);
      if (/\{reference\}/.test(action.href.replace(REFERENCE_IN_QUERY, "")))
        refuse(
          ["plans", index, "action", "href"],
          "must have {reference} only in the query of a web address",
        );
      if (pass !== null && !ids.includes(pass))
        refuse(["plans", index, "pass"], `must be the id of a pass; “${pass}” is not`);
    }
    for (const [index, { kind, choices, passes }] of file.questions.entries()) {
      if (kind === "choice" && choices.length < 2)
        refuse(["questions", index, "choices"], "must be at least two, because it is a choice");
      if (kind !== "choice" && choices.length > 0)
        refuse(["questions", index, "choices"], `must be omitted, because it is a ${kind}`);
      const unknown = passes?.find((pass) => !ids.includes(pass));
      if (unknown !== undefined)
        refuse(["questions", index, "passes"], `must be ids of passes; “${unknown}” is not`);
    }
  },
).transform(({ $schema, ...file }) => completeFacts(file));

/** The query of a web address, from its question mark to its fragment. */
const REFERENCE_IN_QUERY = /(?<=^https?:[^?#]*)\?[^#]*/;

// Runs only on the server, so that all browsers show the same dates.
function completeFacts(file: FileFacts): Conference {
  const { name, city, timeZone, product, locale, venue, contact, tracks = SAMPLE_CONFERENCE.tracks } = file;
  const startsAt = parseInZone(file.startsAt, timeZone);
  const endsAt = parseInZone(file.endsAt, timeZone);
  const inZone = (time: string | null) => time && toIsoInZone(parseInZone(time, timeZone), timeZone);
  const date = { ...dateOf(startsAt, timeZone, locale), ...file.date };
  // Text such as '8:30 AM to 5:00 PM'.
  const hours = file.hours ?? [startsAt, endsAt].map(createClockFormatter(file)).join(" to ");
  const which = file.passes ? "pass" : "PR pass";
  const offer = product === null ? "" : `Every ${which} comes with a free ${product} subscription.`;
  return {
    title: `${name}: ${city}, ${date.long.replace(/^\p{L}+\s+(?=\d)/u, "")}`,
    description: `${name} in ${city}. ${date.long}, ${hours}, ${venue.name}, ${venue.street}.`,
    tagline: `Join us in ${city} on ${date.long}`,
    subscriptionAnchor: [product && slugify(product), "subscription"].filter(Boolean).join("-"),
    types: SAMPLE_CONFERENCE.types,
    // A sample pass loses its track if the conference file does not define that track.
    passes: SAMPLE_CONFERENCE.passes.map((pass) => ({
      ...pass,
      track: tracks.find(({ id }) => id === pass.track)?.id ?? null,
    })),
    ...file,
    subscription: { offer, ...file.subscription },
    registration: {
      ...file.registration,
      opens: inZone(file.registration.opens),
      closes: inZone(file.registration.closes),
      changesUntil: inZone(file.registration.changesUntil),
    },
    startsAt: toIsoInZone(startsAt, timeZone),
    endsAt: toIsoInZone(endsAt, timeZone),
    date,
    hours,
    tracks,
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

const telephone = (phone: string | null) =>
  phone === null ? null : `tel:${phone.replace(/(?!^\+)\D/g, "")}`;
