import { runOrLogError } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { parseName } from "#app/models/delegate/person-name.ts";
import { BADGES_PER_PAGE, listBadges } from "#app/models/delegate/printed-lists.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { readListUrl } from "#app/routes/admin/delegates/list-url.ts";
import { drawableText, TYPEFACES, type Typeface, textWidth } from "#app/sharing/card-text.server.ts";
import { listAnswersShown } from "#app/vocabulary/registration.ts";

/** Reads a page of badges or one delegate's badge (`?id=`). Returns null if the database fails. */
export async function loadBadges(searchParams: URLSearchParams) {
  const { filter, page } = readListUrl(searchParams);
  const id = searchParams.has("id") ? (parseId(searchParams.get("id") ?? "") ?? 0) : null;
  const read = await runOrLogError(() => listBadges({ id, page, filter }));
  if (!read) return null;
  const { delegates, total } = read.value;
  const pages = Math.max(1, Math.ceil(total / BADGES_PER_PAGE));
  const from = (page - 1) * BADGES_PER_PAGE + 1;
  const more: Record<string, string> = id === null ? {} : { id: String(id) };
  const isLabels = searchParams.has("labels");
  return { badges: delegates.map(toBadge), total, page, pages, from, filter, more, isLabels };
}
export type BadgesData = NonNullable<Awaited<ReturnType<typeof loadBadges>>>;
export type BadgeData = ReturnType<typeof toBadge>;

function toBadge(delegate: Delegate) {
  const { id, name, registrationType, reference } = delegate;
  const { before, given, family, after } = parseName(name);
  // Keeps the order of the name as written, but 'Whitfield, Ada' becomes 'Ada Whitfield'.
  const [first, second] = name.includes(`${family} ${given}`)
    ? [family, given]
    : [given || family, given && family];
  const beside = [before, after].filter(Boolean).join(", ");
  return {
    id,
    first,
    second,
    beside,
    size: nameSizeOf(first, second, beside === "" ? 22 : 18),
    facts: listAnswersShown("badge", delegate).map((fact) => ({ ...fact, size: textSizeOf(fact.text) })),
    registrationType,
    reference,
    // Contains the reference, not the private link, because anyone can photograph a badge.
    code: qrSvgPath(reference),
  };
}

/** Width next to the QR code in millimetres, with a margin for differences between browsers. */
const WIDTH = 57;
const LINE_HEIGHT = 1.12;

/** Returns the largest font size, in millimetres, at which both parts of a name fit, or 2. */
function nameSizeOf(first: string, second: string, height: number): number {
  const { serif } = TYPEFACES;
  const fits = (size: number) => heightOf(serif, first, size) + heightOf(serif, second, 0.8 * size) <= height;
  return [10.5, 9, 8, 7, 6, 5, 4.4, 3.7, 3, 2.5].find(fits) ?? 2;
}

const textSizeOf = (text: string): number =>
  [3.6, 2.6].find((size) => heightOf(TYPEFACES.boldSans, text, size) <= 9) ?? 2;

/** Returns the height of a text, or Infinity if a word is wider than a line. */
function heightOf(typeface: Typeface, text: string, size: number): number {
  let lines = 0;
  let left = 0;
  // Accents add no width. A letter missing from the font is as wide as the font size.
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  for (const word of plain.split(/\s|(?<=\p{Pd})/u)) {
    const lacking = [...word].length - [...drawableText(typeface, word)].length;
    const width = textWidth(typeface, word, size) + lacking * size;
    if (width > WIDTH) return Number.POSITIVE_INFINITY;
    if (width > left) [lines, left] = [lines + 1, WIDTH];
    left -= width + 0.3 * size;
  }
  return lines * size * LINE_HEIGHT;
}
