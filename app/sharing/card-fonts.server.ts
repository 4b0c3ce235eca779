// The site's own fonts as they are drawn into a card: as outlines, because the container has no fonts.

import sans from "@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff?inline";
import boldSans from "@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff?inline";
import sansExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-400-normal.woff?inline";
import boldSansExtended from "@fontsource/instrument-sans/files/instrument-sans-latin-ext-600-normal.woff?inline";
import serif from "@fontsource/newsreader/files/newsreader-latin-600-normal.woff?inline";
import serifExtended from "@fontsource/newsreader/files/newsreader-latin-ext-600-normal.woff?inline";
import { type Font, parse } from "opentype.js";

/** A typeface: the files that have its letters, the one with the common ones first. */
export type Typeface = readonly Font[];

export const TYPEFACES: Record<"serif" | "sans" | "boldSans", Typeface> = {
  serif: [serif, serifExtended].map(read),
  sans: [sans, sansExtended].map(read),
  boldSans: [boldSans, boldSansExtended].map(read),
};

/** The build holds each file as a data URL. */
function read(dataUrl: string): Font {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
