// Apart from app.css: browsers fetch fonts before anything else, and the first paint does not need them.
import instrumentSans from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import newsreader from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url";

const FONTS = [
  { family: "Newsreader", weight: "200 800", file: newsreader },
  { family: "Instrument Sans", weight: "400 700", file: instrumentSans },
];

/** The fonts as a style sheet, for browsers in which no script brings them. */
export const FONT_STYLES = FONTS.map(
  ({ family, weight, file }) =>
    `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(${file})}`,
).join("");

/** The same as a script. */
export const FONT_SCRIPT = FONTS.map(
  ({ family, weight, file }) =>
    `document.fonts.add(new FontFace("${family}","url(${file})",{weight:"${weight}",display:"swap"}))`,
).join(";");
