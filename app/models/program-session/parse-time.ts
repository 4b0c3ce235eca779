// Parses session times. Rejects text with unclear digits, because a wrong time is worse than none.
import { type Conference, conference } from "#app/conference/conference.ts";
import { wordSet } from "#app/platform/text.ts";

export type ConferenceDay = Pick<Conference, "date" | "startsAt" | "endsAt">;

/** Times in minutes after midnight on conference day. Times on the next day are 1,440 or more. */
export type ParsedTime =
  | {
      ok: true;
      start: number;
      end: number | null;
      /** First clock time as written, used for sorting (specification, section 4). */
      first: Clock;
      /** True for two times without other words. */
      isPlainRange: boolean;
    }
  | { ok: false; reason: "noHour" | "unclear" | "otherDay" };

type Clock = {
  text: string;
  hour: number;
  minute: number;
  half?: "a" | "p";
  is24: boolean;
  /** True if the text is clearly a time: `2:00` or `2 PM`, but not `2`. */
  isMarked: boolean;
};

const HOUR = 60;
const NOON = 12 * HOUR;
const DAY = 24 * HOUR;

/** Longer than any time that can be saved. */
const MAX_LENGTH = 200;

/** Parses texts such as '9:00 AM', '1:30 - 2:15' or '11/09/2025 14:00'. */
export function parseTime(time: string, day: ConferenceDay = conference): ParsedTime {
  if (time.length > MAX_LENGTH) return { ok: false, reason: "unclear" };
  const plain = plainly(time);
  const { text, isOtherDay } = withoutDay(plain, day.date.iso);
  if (isOtherDay) return { ok: false, reason: "otherDay" };
  const { clocks, rest } = takeClocks(text, day);
  const [first, last] = clocks;
  const place = rest.replace(RANGE, PLACE);
  const [before = ""] = place.split(PLACE, 1);
  const around = place.replace(PLACE, "");
  const words = wordsOf(around);
  const isOne = first && last !== null && clocks.length === (place === rest ? 1 : 2);
  if (!isOne || /[\p{N}\0]/u.test(around) || isLimit(before) || says(words, ELSEWHERE))
    return { ok: false, reason: /\p{N}/u.test(plain) ? "unclear" : "noHour" };
  const read = last ? [first, last] : [first];
  const isSure = words.every((word) => BEFORE.has(word)) || read.every(({ isMarked }) => isMarked);
  const hasHalf = !isPartOfDay(around, words) || read.some(({ half, is24 }) => half || is24);
  const hours = isSure && hasHalf ? hoursOf(first, last, day) : null;
  if (!hours) return { ok: false, reason: "unclear" };
  return { ok: true, ...hours, first, isPlainRange: last !== undefined && around.trim() === "" };
}

/** Converts full-width characters to ASCII, and noon and midnight to clock times. */
const plainly = (time: string): string =>
  time
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\b(?:12(?::00)?\s*)?(?:noon|midday)\b/gi, "12:00 PM")
    .replace(/\b(?:12(?::00)?\s*)?midnight\b/gi, "24:00 AM")
    .replace(/(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)-(?=\d\d:?\d\d)/g, "$1UTC-");

/** Weekdays are understood in these languages and the conference's, so that another day is noticed. */
const LANGUAGES = "en da de nl sv es fr it pt fi pl cs ru ja zh ko".split(" ");

type Names = Map<string, { at: number; isShort: boolean }>;
/** Names of weekdays from Sunday and of months. Made at first use, because it takes a while. */
let names: { weekdays: Names; months: Names } | undefined;
function getNames() {
  const local = conference.locale;
  names ??= {
    weekdays: namesOf([...LANGUAGES, local], "weekday", 7, (day) => Date.UTC(2023, 0, 1 + day)),
    months: namesOf(["en", local], "month", 12, (month) => Date.UTC(2023, month)),
  };
  return names;
}

function namesOf(
  locales: string[],
  part: "weekday" | "month",
  count: number,
  momentOf: (at: number) => number,
): Names {
  const found: Names = new Map();
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(locale, { day: "numeric", [part]: "long", timeZone: "UTC" });
    for (let at = 0; at < count; at += 1) {
      const name = format.formatToParts(momentOf(at)).find(({ type }) => type === part)?.value ?? "";
      // English names may be shortened: `sept`, `thurs`.
      for (let end = 3; locale === "en" && end < name.length; end += 1)
        found.set(name.slice(0, end).toLowerCase(), { at, isShort: true });
      found.set(name.toLowerCase(), { at, isShort: false });
    }
  }
  return found;
}

const DATES = [
  "(?<year>\\d{4})[-/.](?<one>\\d{1,2})[-/.](?<other>\\d{1,2})(?<iso>T(?=\\d))?",
  "(?<one>\\d{1,2})(?<sign>[/.-])(?<other>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d\\d)(?!\\d)",
  "(?<one>\\d{1,2})/(?<other>\\d{1,2})(?![/\\d])",
  "(?<one>\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]*(?:of\\s+)?(?<name>\\p{L}{3,})(?:[.,\\s-]+(?<year>20\\d\\d)(?![:\\d]))?",
  "(?<name>\\p{L}{3,})\\.?\\s+(?<one>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.h])(?:,?\\s+(?<year>20\\d\\d)(?![:\\d]))?",
  "(?<weekday>\\p{L}{3,}(?:-feira)?)",
].map((form) => new RegExp(`${form}[\\s.,;|\\p{Pd}]*`, "giu"));
/** Stands for a date in ISO 8601. Cannot be in the text, which has lost its invisible characters. */
const ISO = "\u2063";

function withoutDay(given: string, iso: string): { text: string; isOtherDay: boolean } {
  let isOtherDay = false;
  const text = DATES.reduce(
    (left, form) =>
      left.replace(form, (...match) => {
        const parts: Record<string, string | undefined> = match.at(-1);
        const whole = String(match[0]);
        const at = Number(match.at(-3));
        if (parts.one && /[\d:.,/]$/.test(left.slice(0, at))) return whole;
        const isThis = isOn(iso, parts, left.slice(at + whole.length));
        if (isThis === undefined) return whole;
        isOtherDay ||= !isThis;
        return parts.iso ? ISO : " ";
      }),
    given,
  );
  return { text, isOtherDay };
}

/** Returns undefined for a word that names no day. Either number of 11/09 may be the month. */
function isOn(iso: string, parts: Record<string, string | undefined>, following: string) {
  const { year, name, weekday, one, other } = parts;
  if (weekday) {
    const named = getNames().weekdays.get(weekday.toLowerCase().replace(/(?<=day)s$/, ""));
    // A short name counts only before a time or at the end: 'Sun room' is not a day.
    const isWord = named?.isShort && !/^\P{L}*(?:\d|$)/u.test(following);
    return named && !isWord ? named.at === new Date(iso).getUTCDay() : undefined;
  }
  const [y = "", ...date] = iso.split("-");
  const month = name ? getNames().months.get(name.toLowerCase())?.at : Number(other) - 1;
  if (month === undefined) return undefined;
  const isSame = (...numbers: number[]) => numbers.every((number, at) => number === Number(date[at]));
  const isDate = isSame(month + 1, Number(one)) || (!name && isSame(Number(one), month + 1));
  return (!year || y.endsWith(year)) && isDate;
}

const PLACE = "\0";
const RANGE = /\0\s*(?:[\p{Pd}\u2212~\u301c\u2192>]+|['’]?\b(?:to|until|till?|bis|tot)\b|à)\s*\0/iu;

/** Stand before an end, a limit or part of an hour: `until 10:00`, `vor 9 Uhr`, `half past 9 AM`. */
const LIMITS = wordSet(
  "until til till to by before after past half closes end ends ending bis vor nach halb jusqu avant après hasta",
  "antes después até depois fino entro prima dopo vor vór voor vóór na halv före efter før etter indtil över over",
  "do po до после",
);
const ARTICLES = wordSet("l la le lo las les los el à às al as a alle the kl");
const BEFORE = wordSet("at from starts kl ca um ab von de om van fra från");
/** Mark a number as a duration, or a time as moved, on another day or elsewhere. */
const ELSEWHERE = wordSet(
  "h hr hrs hour hours min mins minute minutes std stunde stunden minuten moved was canceled cancelled postponed",
  "rescheduled abgesagt verschoben tomorrow demain domani amanhã завтра imorgen imorgon i_morgen i_morgon",
  "day_one day_two day_three day_i day_ii day_iii day_a day_b day_c day_d second_day third_day next_day",
  "eastern_time central_time pacific_time mountain_time",
);
/** Parts of words: `vormittags`, `tonight`. */
const PARTS_OF_DAY = wordSet(
  "morning afternoon evening night morgen mittag abend nacht matin midi soir tarde noche mañana kveld kväll aften",
  "avond ochtend middag noite pomeriggio wiecz połud poledn вечера дня утра مساء صباح delután akşam öğle chiều tối",
  "petang malam ilta 午 晚 夜 오전 오후",
);
const HALVES = wordSet("p am pm fm em μμ πμ ص م sera stasera este");

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const says = (words: string[], known: ReadonlySet<string>) =>
  words.some((word, at) => known.has(word) || known.has(`${words[at - 1]} ${word}`));
const isPartOfDay = (text: string, words: string[]) =>
  says([...words, ...wordsOf(text.replaceAll(".", ""))], HALVES) ||
  words.some((word) => [...PARTS_OF_DAY].some((part) => word.includes(part)));

function isLimit(before: string): boolean {
  const [last = "", previous = ""] = wordsOf(before).reverse();
  const isDash = /^\s*[\p{Pd}\u2212]\s*$/u.test(before);
  return isDash || LIMITS.has(last) || (ARTICLES.has(last) && LIMITS.has(previous));
}

/** Time zones and their hours ahead of UTC. */
const ZONES = new Map(
  `UTC 0, GMT 0, WET 0, BST 1, WEST 1, CET 1, CEST 2, EET 2, EEST 3, SAST 2, MSK 3, SGT 8, HKT 8, AWST 8, JST 9,
  KST 9, MEZ 1, MESZ 2, ACST 9.5, ACDT 10.5, AEST 10, AEDT 11, AET 10, NZST 12, NZDT 13, EST -5, EDT -4, ET -5,
  CDT -5, CT -6, MST -7, MDT -6, PST -8, PDT -7, PT -8`
    .split(/,\s+/)
    .map((zone) => zone.split(" "))
    .map(([name = "", hours]) => [name, Number(hours)]),
);

const NUMBER = /(?<mark>\bkl\.?\s*)?(?<iso>\u2063)?(?<number>\d+(?:[:.,/]\d+|\s?h\s?\d\d(?!\d))*)/iu;
const UNIT = /^(?<h>\s?h(?:rs|ours)?(?!\p{L}))?(?<half>(?:\s*[ap]\.?\s?m|[ap])(?!\p{L})\.?)?/iu;
const AFTER = /^(?<after>\s*(?:uhr|o['’]clock)(?!\p{L}))?/iu;
const ZONE =
  /^\s?\(?(?<zone>(?:UTC|GMT)\s?[+\-\u2212]\d\d?(?::?\d\d)?|\+\d\d:?\d\d|[A-Z]{1,4})(?![\p{L}\p{N}])\)?/iu;

/** Takes out each number with what belongs to it: `kl.` before it, AM or PM, `Uhr` or a zone after it. */
function takeClocks(text: string, day: ConferenceDay) {
  const clocks: (Clock | null)[] = [];
  let rest = "";
  let left = text;
  for (let found = NUMBER.exec(left); found; found = NUMBER.exec(left)) {
    rest += left.slice(0, found.index) + PLACE;
    left = left.slice(found.index + found[0].length);
    const piece: Record<string, string | undefined> = { ...found.groups };
    for (const form of [UNIT, AFTER, ZONE]) {
      const match = form.exec(left);
      if (!match || (form === ZONE && !isZone(match.groups?.zone))) continue;
      Object.assign(piece, match.groups);
      left = left.slice(match[0].length);
    }
    clocks.push(clockFrom(piece, day));
  }
  return { clocks, rest: rest + left };
}

const isZone = (zone = "") => /^z$|\d/i.test(zone) || ZONES.has(zone.toUpperCase());
const COLON = /^(\d{1,2}):(\d\d)(?::\d\d(?:[.,]\d+)?)?$/;
/** Excludes `0.25`, because spreadsheets store times as fractions of a day. */
const POINT = /^(?!0\.)(\d{1,2})\.(\d\d)$/;
const LETTER = /^(\d{1,2})\s?h\s?(\d\d)$/i;
const COMPACT = /^(\d{1,2})(\d\d)$/;
const BARE = /^(\d{1,2})$/;

/** Returns null for text that is not a time of day, and for a time in another time zone. */
function clockFrom(piece: Record<string, string | undefined>, day: ConferenceDay): Clock | null {
  const { mark, iso, number = "", h, half, after, zone } = piece;
  const form = [COLON, POINT, LETTER, COMPACT, BARE].find((each) => each.test(number));
  const [hour = 99, minute = 0] = form?.exec(number)?.slice(1).map(Number) ?? [];
  const isHour = (hour < 24 || (hour === 24 && minute === 0)) && minute < 60;
  // '2h', '1h30' and '1:30 h' are usually durations; '14h' and '1400 hrs' are times.
  const isShort = hour < 6 && form !== COMPACT && (h ?? form === LETTER);
  const isLength = isShort || (h && (form === COLON || (form === BARE && h.trim().length > 1)));
  if (!isHour || isLength || (zone && !isZoneOf(zone, day))) return null;
  return {
    text: number,
    hour,
    minute,
    half: half ? (/a/i.test(half) ? "a" : "p") : undefined,
    is24: !half && (hour === 0 || hour > 12 || (form === COMPACT && number.startsWith("0")) || !!iso),
    isMarked: form === COLON || Boolean(mark ?? half ?? after),
  };
}

/** Named zones may differ by one hour, because EST is often written in summer too. */
function isZoneOf(zone: string, { startsAt }: ConferenceDay): boolean {
  const here = hoursAhead(startsAt);
  const named = ZONES.get(zone.toUpperCase());
  return named === undefined ? hoursAhead(zone) === here : Math.abs(named - here) <= 1;
}

function hoursAhead(offset: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+\-\u2212])(\d\d?):?(\d\d)?$/.exec(offset) ?? [];
  return (Number(hours) + Number(minutes) / 60) * (sign === "+" ? 1 : -1) + 0;
}

type Hours = { start: number; end: number | null };

/** Prefers the shortest session and reads 1 to 5 as PM. Only evening sessions may pass midnight. */
function hoursOf(first: Clock, last: Clock | undefined, day: ConferenceDay): Hours | null {
  const starts = startsOf(first, last, nightOf(day));
  if (!last) return starts[0] === undefined ? null : { start: starts[0], end: null };
  const isOpen = minutesOf(first).length + minutesOf(last).length > 2;
  const pairs = starts.flatMap((start) =>
    minutesOf(last).flatMap((minute) => {
      const isNextDay = minute <= start % DAY;
      const end = minute + (isNextDay ? DAY : 0) + (start >= DAY ? DAY : 0);
      const isEvening = start >= NOON && minute < NOON && end - start <= (isOpen ? 6 : 12) * HOUR;
      const isMorning = last.half !== "a" || end - start < 11 * HOUR;
      return (isNextDay ? isEvening : isMorning) ? [{ start, end }] : [];
    }),
  );
  return pairs.sort((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null;
}

/** Returns the possible minutes of the day: two if the time may be morning or afternoon. */
function minutesOf({ hour, minute, half, is24 }: Clock): number[] {
  const morning = (hour % 12) * HOUR + minute;
  if (is24) return [hour * HOUR + minute];
  if (half === "a") return hour > 12 && hour < 24 ? [] : [morning];
  return half === "p" ? [morning + NOON] : [morning, morning + NOON];
}

function startsOf(first: Clock, last: Clock | undefined, { closes, opens }: Night): number[] {
  const [morning, evening] = minutesOf(first);
  if (morning === undefined || morning >= DAY) return [];
  const isNight = morning < Math.min(closes, opens) && (evening === undefined || evening < opens);
  if (isNight) return [morning + DAY];
  if (evening === undefined) return [morning];
  const usual = first.hour >= 6 && first.hour <= 11 ? morning : evening;
  if (!last || minutesOf(last).length > 1) return [usual];
  // '11:00 - 12:00 AM' means midnight or, by mistake, noon.
  if (last.half === "a") return last.hour === 12 ? [] : [morning, evening];
  return first.hour === 12 || (first.hour < 6 && !last.is24) ? [evening] : [morning, evening];
}

/** Minutes of the day at which a conference opens and, if it runs past midnight, closes. */
function nightOf({ date, startsAt, endsAt }: ConferenceDay): Night {
  const minuteOf = (moment: string) => Number(moment.slice(11, 13)) * HOUR + Number(moment.slice(14, 16));
  return { opens: minuteOf(startsAt), closes: endsAt.slice(0, 10) > date.iso ? minuteOf(endsAt) : 0 };
}
type Night = { opens: number; closes: number };
