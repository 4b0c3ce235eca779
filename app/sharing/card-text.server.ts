import sans from "@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff?inline";
import boldSans from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import sansExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff?inline";
import boldSansExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import serif from "@fontsource/newsreader/files/newsreader-latin-600-normal.woff?inline";
import serifExtended from "@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff?inline";
import { type Font, type Glyph, type PathCommand, parse } from "opentype.js";

const fontFor = (typeface: Typeface, letter: string) =>
  typeface.find((font) => font.charToGlyphIndex(letter) > 0);

/** Removes emoji. Returns '' if the typeface lacks a letter, because half a name is misleading. */
export function drawableText(typeface: Typeface, text: string): string {
  const letters = [...text.normalize("NFC").replace(/\s+/g, " ")];
  const isDrawn = (letter: string) => fontFor(typeface, letter) !== undefined;
  if (letters.some((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter) && !isDrawn(letter))) return "";
  return letters.filter(isDrawn).join("").replace(/ +/g, " ").trim();
}

/** Positions letters one by one, in pixels: the library cannot shape text in all these fonts. */
function placed(typeface: Typeface, text: string, size: number) {
  let left = 0;
  let last: { font: Font; glyph: Glyph } | undefined;
  const letters = [...text].flatMap((letter) => {
    const font = fontFor(typeface, letter);
    if (!font) return [];
    const glyph = font.charToGlyph(letter);
    const pixels = size / font.unitsPerEm;
    if (last?.font === font) left += font.getKerningValue(last.glyph, glyph) * pixels;
    const at = left;
    left += (glyph.advanceWidth ?? 0) * pixels;
    last = { font, glyph };
    return [{ glyph, at }];
  });
  return { letters, width: left };
}

export const textWidth = (typeface: Typeface, text: string, size: number): number =>
  placed(typeface, text, size).width;

/** Breaks lines between words, or inside a word that is wider than a line. */
export function wrapText(typeface: Typeface, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (candidate: string) => textWidth(typeface, candidate, size) <= width;
  for (const word of drawableText(typeface, text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const letter of word) {
      if (line !== "" && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Wraps text and keeps at most `limit` lines. If text is cut, the last line ends with '…'. */
export function fitText(typeface: Typeface, text: string, limit: number, size: number, width: number) {
  const lines = wrapText(typeface, text, size, width);
  if (lines.length <= limit) return lines;
  let last = lines[limit - 1] ?? "";
  while (last !== "" && textWidth(typeface, `${last}…`, size) > width) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, limit - 1), `${last}…`];
}

/** Returns SVG path data. The baseline starts at x and y. */
export const textOutlines = (typeface: Typeface, text: string, x: number, y: number, size: number): string =>
  placed(typeface, text, size)
    .letters.flatMap(({ glyph, at }) => glyph.getPath(x + at, y, size).commands)
    .map(pathData)
    .join("");

/** Avoids NaN, which the library writes for a coordinate very close to a whole number. */
function pathData(command: PathCommand): string {
  const points: number[] = [];
  if ("x2" in command) points.push(command.x1, command.y1, command.x2, command.y2);
  else if ("x1" in command) points.push(command.x1, command.y1);
  if ("x" in command) points.push(command.x, command.y);
  return command.type + points.map((value) => Math.round(value * 10) / 10).join(" ");
}

// Text is drawn as outlines, because the container has no fonts.

/** The fonts of a typeface, starting with the one for basic Latin letters. */
export type Typeface = readonly Font[];

export const TYPEFACES: Record<"serif" | "sans" | "boldSans", Typeface> = {
  serif: [serif, serifExtended].map(read),
  sans: [sans, sansExtended].map(read),
  boldSans: [boldSans, boldSansExtended].map(read),
};

function read(dataUrl: string): Font {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
