import styles from "./fonts.css?inline";
import file from "./fonts.css?url&no-inline";

/** The style sheet of the fonts, for browsers in which no script brings them. */
export const FONT_FILE = file;

const FACE =
  /font-family:\s*"?([^";]+)"?;\s*font-weight:\s*([^;]+);\s*font-display:\s*(\w+);\s*src:\s*url\("?([^")]+)"?\)/g;

/** The same as a script. */
export const FONT_SCRIPT = [...styles.matchAll(FACE)]
  .map(
    ([, family, weight, display, url]) =>
      `document.fonts.add(new FontFace("${family}","url(${url})",{weight:"${weight}",display:"${display}"}))`,
  )
  .join(";");
