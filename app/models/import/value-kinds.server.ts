// Recognises columns by their cells.
import {
  isOnAnotherDay,
  isOnConferenceDay,
  parseClockMinute,
} from "#app/models/program-session/time-slot.ts";

const DATE = /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?!\d)/;
/** No longer text is read, because some expressions take much longer for it. */
const LENGTH = 200;

export const isDate = (cell: string): boolean => DATE.test(cell);
const isTime = (cell: string) => parseClockMinute(cell) !== null;
const hasHour = (cell: string) => isTime(cell) || /\d[:h]\d\d/i.test(cell);
const isDay = (cell: string) => !hasHour(cell) && (isOnConferenceDay(cell) || isOnAnotherDay(cell));
const isEmail = (cell: string) => /\S@\S+\.\S/.test(cell.normalize("NFKC"));
const isPhone = (cell: string) => !isDate(cell) && /^\s*[+(0'][\d\s()+./-]{6,30}$/.test(cell);
const isPage = (cell: string) =>
  /^\s*https?:\/\/\S+$/.test(cell) && !/\.(?:jpe?g|png|gif|webp|svg)$/i.test(cell);

type Test = (cell: string) => boolean;
/** What most cells of a column must be, even if its heading is known. */
const NEEDED: Record<string, Test> = {
  email: isEmail,
  date: isDay,
  start: hasHour,
  end: hasHour,
};
/** What the cells of a column with an unknown heading must be. */
const SUFFICIENT: Record<string, Test> = {
  email: isEmail,
  phone: isPhone,
  links: isPage,
  time: (cell) => !isDate(cell) && /\d[:.h]\d\d|\d\s*[ap]m/i.test(cell) && isTime(cell),
  date: (cell) => isDay(cell) && isOnConferenceDay(cell),
};

const areMost = (cells: readonly string[], isIt: Test = () => false) =>
  2 * cells.filter((cell) => cell.length <= LENGTH && isIt(cell)).length > cells.length;

/** True unless most of the filled cells contradict the heading of the column. */
export const isLikely = (field: string, cells: readonly string[]): boolean =>
  !(field in NEEDED) || cells.length === 0 || areMost(cells, NEEDED[field]);

/** True if the cells alone show that they belong to a field. */
export const looksLike = (field: string, cells: readonly string[]) => areMost(cells, SUFFICIENT[field]);
