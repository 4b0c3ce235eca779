// Text for a card: measured, broken into lines and drawn as outlines.
import type { Typeface } from "#app/sharing/card-fonts.server.ts";

const fontFor = (typeface: Typeface, letter: string) =>
  typeface.find((font) => font.charToGlyphIndex(letter) > 0);

/** The text without what no file of the typeface has: emoji, and scripts other than Latin. */
export function drawable(typeface: Typeface, text: string): string {
  return [...text.normalize("NFC").replace(/\s+/g, " ")]
    .filter((letter) => fontFor(typeface, letter))
    .join("")
    .replace(/ +/g, " ")
    .trim();
}

/** The text in pieces that one file each can draw. */
function runsOf(typeface: Typeface, text: string) {
  const runs: { font: Typeface[number]; text: string }[] = [];
  for (const letter of text) {
    const font = fontFor(typeface, letter);
    const last = runs.at(-1);
    if (!font) continue;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

/** In pixels, at a size in pixels. */
export const widthOf = (typeface: Typeface, text: string, size: number): number =>
  runsOf(typeface, text).reduce((width, run) => width + run.font.getAdvanceWidth(run.text, size), 0);

/** Breaks a text into lines no wider than `width`, between words, or inside one that is wider alone. */
export function linesOf(typeface: Typeface, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (candidate: string) => widthOf(typeface, candidate, size) <= width;
  for (const word of drawable(typeface, text).split(" ")) {
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

/** At most so many lines; the last one says that there was more. */
export function shortened(typeface: Typeface, lines: string[], limit: number, size: number, width: number) {
  if (lines.length <= limit) return lines;
  let last = lines[limit - 1] ?? "";
  while (last !== "" && widthOf(typeface, `${last}…`, size) > width) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, limit - 1), `${last}…`];
}

/** The outlines of a line whose base line begins at x and y, as the data of an SVG path. */
export function outlinesOf(typeface: Typeface, text: string, x: number, y: number, size: number): string {
  let path = "";
  let left = x;
  for (const run of runsOf(typeface, text)) {
    path += run.font.getPath(run.text, left, y, size).toPathData(1);
    left += run.font.getAdvanceWidth(run.text, size);
  }
  return path;
}
