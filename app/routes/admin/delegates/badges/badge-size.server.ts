// How large a text may be on a badge, in millimetres: measured here, so that it is printed without script.
import { TYPEFACES, type Typeface } from "#app/sharing/card-fonts.server.ts";
import { drawable, widthOf } from "#app/sharing/card-text.server.ts";

/** What a badge has beside its code, a little less: browsers shape letters in ways of their own. */
const WIDTH = 57;
const LINE_HEIGHT = 1.12;

/** The first size in which both parts of a name fit with every word in one line; in the last 200 letters do. */
export function nameSizeOf(first: string, second: string, height: number): number {
  const { serif } = TYPEFACES;
  const fits = (size: number) => heightOf(serif, first, size) + heightOf(serif, second, 0.8 * size) <= height;
  return [10.5, 9, 8, 7, 6, 5, 4.4, 3.7, 3, 2.5].find(fits) ?? 2;
}

/** Of a job title or an outlet: in two lines, or three or four smaller ones. */
export const textSizeOf = (text: string): number =>
  [3.6, 2.6].find((size) => heightOf(TYPEFACES.boldSans, text, size) <= 9) ?? 2;

/** Infinite where a word is wider than a line. */
function heightOf(typeface: Typeface, text: string, size: number): number {
  let [lines, left] = [0, 0];
  // Accents make no letter wider; a letter that the fonts lack is as wide as it is high.
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  for (const word of plain.split(/\s|(?<=\p{Pd})/u)) {
    const lacking = [...word].length - [...drawable(typeface, word)].length;
    const width = widthOf(typeface, word, size) + lacking * size;
    if (width > WIDTH) return Number.POSITIVE_INFINITY;
    if (width > left) [lines, left] = [lines + 1, WIDTH];
    left -= width + 0.3 * size;
  }
  return lines * size * LINE_HEIGHT;
}
