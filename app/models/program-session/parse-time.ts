// Parses session times. Rejects text with unclear digits, because a wrong time is worse than none.
import { type Conference, conference } from "#app/conference/conference.ts";

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

/** Parses texts such as '9:00 AM', '1:30 - 2:15' or '11/09/2025 14:00'. */
export function parseTime(time: string, day: ConferenceDay = conference): ParsedTime {
  const { text, isOtherDay } = withoutDay(plainly(time), day.date.iso);
  const clocks: (Clock | null)[] = [];
  const rest = text.replace(CLOCK, (...match) => {
    clocks.push(clockFrom(match.at(-1), day));
    return PLACE;
  });
  if (isOtherDay) return { ok: false, reason: "otherDay" };
  const [first, last] = clocks;
  const place = rest.replace(RANGE, PLACE);
  const words = place.replace(PLACE, "");
  const isOne = first && last !== null && clocks.length === (place === rest ? 1 : 2);
  if (!isOne || /[\p{N}\0]/u.test(words) || UNTIL.test(place) || ELSEWHERE.test(words))
    return { ok: false, reason: /\p{N}/u.test(plainly(time)) ? "unclear" : "noHour" };
  const read = last ? [first, last] : [first];
  const hasWords = /\p{L}/u.test(words.replace(BEFORE, ""));
  const isSure = !hasWords || read.every(({ isMarked }) => isMarked);
  const hasHalf = !PART_OF_DAY.test(words) || read.some(({ half, is24 }) => half || is24);
  const hours = isSure && hasHalf ? hoursOf(first, last, day) : null;
  if (!hours) return { ok: false, reason: "unclear" };
  return { ok: true, ...hours, first, isPlainRange: last !== undefined && words.trim() === "" };
}

/** Converts full-width characters to ASCII, and noon and midnight to clock times. */
const plainly = (time: string): string =>
  time
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\b(?:12(?::00)?\s*)?(?:noon|midday)\b/gi, "12:00 PM")
    .replace(/\b(?:12(?::00)?\s*)?midnight\b/gi, "24:00 AM")
    .replace(/(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)-(?=\d\d:?\d\d)/g, "$1UTC-");

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\\p{L})\\.?";
/** Weekdays from Sunday: the English abbreviation, then full names in other languages. */
const WEEKDAYS = [
  "sun søndag söndag sonntag zondag domingo domenica dimanche sunnuntai niedziela neděle воскресенье 日曜日 星期日 일요일",
  "mon mandag måndag montag maandag lunes lunedì lundi maanantai poniedziałek pondělí понедельник 月曜日 星期一 월요일",
  "tue tirsdag tisdag dienstag dinsdag martes martedì mardi tiistai wtorek úterý вторник 火曜日 星期二 화요일",
  "wed onsdag mittwoch woensdag miércoles mercoledì mercredi keskiviikko środa středa среда 水曜日 星期三 수요일",
  "thu torsdag donnerstag donderdag jueves giovedì jeudi torstai czwartek čtvrtek четверг 木曜日 星期四 목요일",
  "fri fredag freitag vrijdag viernes venerdì vendredi perjantai piątek pátek sexta-feira пятница 金曜日 星期五 금요일",
  "sat lørdag lördag samstag zaterdag sábado sabato samedi lauantai sobota суббота 土曜日 星期六 토요일",
].map((names) => names.split(" "));
/** A short name counts only before a date or time, or at the end: 'Sun room' is not a day. */
const WEEKDAY = `(?<!\\p{L})(?<weekday>${WEEKDAYS.flatMap((names) => names.slice(1)).join("|")}|(?:sun|mon|tues|wednes|thurs|fri|satur)days?|(?:sun|mon|tues?|wed|thu|thurs?|fri|sat)(?=[.,]?\\s+(?:\\d|${MONTH.replace("?<name>", "?:")})|\\W*$))(?!\\p{L})\\.?`;
const DATES = [
  "(?<year>\\d{4})[-/.](?<one>\\d{1,2})[-/.](?<other>\\d{1,2})(?<iso>T(?=\\d))?",
  "(?<one>\\d{1,2})(?<sign>[/.-])(?<other>\\d{1,2})\\k<sign>(?<year>\\d{4}|\\d\\d)(?!\\d)",
  "(?<one>\\d{1,2})/(?<other>\\d{1,2})(?![/\\d])",
  `(?<one>\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]*(?:of\\s+)?${MONTH}(?:[,\\s-]+(?<year>20\\d\\d)(?![:\\d]))?`,
  `${MONTH}\\s+(?<one>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.h])(?:,?\\s+(?<year>20\\d\\d)(?![:\\d]))?`,
  WEEKDAY,
].map((form) => new RegExp(`${form}\\s*[,;|\\p{Pd}]?\\s*`, "giu"));
const ISO = "\u0001";

function withoutDay(given: string, iso: string): { text: string; isOtherDay: boolean } {
  let isOtherDay = false;
  const text = DATES.reduce(
    (left, form) =>
      left.replace(form, (...match) => {
        const parts: Record<string, string | undefined> = match.at(-1);
        const before = left.slice(0, match.at(-3));
        if (parts.one && /[\d:.,/]$/.test(before)) return match[0];
        isOtherDay ||= !isOn(iso, parts);
        return parts.iso ? ISO : " ";
      }),
    given,
  );
  return { text, isOtherDay };
}

/** Either number may be the month, so 11/09 and 9/11 are the same day. */
function isOn(iso: string, { year, name, weekday, one, other }: Record<string, string | undefined>): boolean {
  const isOfDay = (name: string) => weekday?.toLowerCase().startsWith(name) === true;
  if (weekday) return WEEKDAYS[new Date(iso).getUTCDay()]?.some(isOfDay) === true;
  const [y = "", ...date] = iso.split("-");
  const month = name ? 1 + MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : Number(other);
  const isSame = (...numbers: number[]) => numbers.every((number, at) => number === Number(date[at]));
  return (!year || y.endsWith(year)) && (isSame(month, Number(one)) || (!name && isSame(Number(one), month)));
}

const PLACE = "\0";
const RANGE = /\0\s*(?:[\p{Pd}\u2212~\u301c\u2192>]+|['’]?\b(?:to|until|till?|bis|tot)\b|à)\s*\0/iu;
/** Words before an end, limit or part of an hour: `until 10:00`, `vor 9 Uhr`, `half past 9 AM`. */
const UNTIL =
  /(?:(?<!\p{L})(?:until|till?|to|by|before|after|past|half|closes|end(?:s|ing)?|bis|vor|nach|halb|jusqu|avant|après|hasta|antes|después|até|depois|fino|entro|prima|dopo|v[oó]{1,2}r|na|halv|före|efter|før|etter|indtil|över|over|do|po|до|после)(?:['’ ]*(?:l[aeo]s?|el|às?|a[ls]|a?lle|the|kl))?(?!\p{L})[^\p{L}\0]*|^\s*[\p{Pd}\u2212]\s*)\0/iu;
const BEFORE = /\b(?:at|from|starts|kl|ca|um|ab|von|de|om|van|fra|från)\b/giu;
/** Words that mark a number as a duration, or a time as moved, on another day or elsewhere. */
const ELSEWHERE =
  /\b(?:h|hrs?|hours?|mins?|minutes?|std|stunden?|minuten|moved|was|cancell?ed|postponed|rescheduled|abgesagt|verschoben|day (?:one|two|three|i+|[a-d])|(?:second|third|next) day|tomorrow|demain|domani|amanhã|i ?morgen|i ?morgon|(?:eastern|central|pacific|mountain) time)(?!\p{L})|завтра/iu;
const PART_OF_DAY =
  /\b(?:[ap]\.?m|p)\b|morning|afternoon|evening|night|morgen|mittag|abend|nacht|matin|midi|soir|tarde|noche|mañana|sera\b|kveld|kväll|aften|avond|ochtend|middag|noite|pomeriggio|wiecz|połud|poledn|[πμ]\.?μ(?!\p{L})|вечера|дня|утра|مساء|صباح|(?<!\p{L})[صم](?!\p{L})|delután|este\b|akşam|öğle|chiều|tối|petang|malam|ilta|[fe]\.?m\b|[午晚夜]|오전|오후/iu;

const ZONES: Record<string, number> = Object.fromEntries(
  `UTC 0, GMT 0, WET 0, BST 1, WEST 1, CET 1, CEST 2, EET 2, EEST 3, SAST 2, MSK 3, SGT 8, HKT 8, AWST 8, JST 9,
  KST 9, MEZ 1, MESZ 2, ACST 9.5, ACDT 10.5, AEST 10, AEDT 11, AET 10, NZST 12, NZDT 13, EST -5, EDT -4, ET -5,
  CDT -5, CT -6, MST -7, MDT -6, PST -8, PDT -7, PT -8`
    .split(/,\s+/)
    .map((zone) => zone.split(" "))
    .map(([name, hours]) => [name, Number(hours)]),
);

/** A number, optionally after `kl.`, with an optional AM or PM, `Uhr` or time zone after it. */
const CLOCK = new RegExp(
  [
    `(?<mark>\\bkl\\.?\\s*)?(?<iso>${ISO})?`,
    "(?<number>\\d+(?:[:.,/]\\d+|\\s?h\\s?\\d\\d(?!\\d))*)",
    "(?<h>\\s?h(?:rs|ours)?(?!\\p{L}))?",
    "(?:(?<half>(?:\\s*[ap]\\.?\\s?m|[ap])(?!\\p{L})\\.?))?",
    "(?<after>\\s*(?:uhr|o['’]clock)(?!\\p{L}))?",
    "(?:\\s?\\(?(?<zone>(?:UTC|GMT)\\s?[+\\-\u2212]\\d\\d?(?::?\\d\\d)?|\\+\\d\\d:?\\d\\d|Z",
    `|${Object.keys(ZONES).join("|")})(?![\\p{L}\\p{N}])\\)?)?`,
  ].join(""),
  "giu",
);
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
  const named = ZONES[zone.toUpperCase()];
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
