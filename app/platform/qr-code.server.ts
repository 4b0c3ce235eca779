import encodeQR from "qr";

/** Modules of white around a code, without which scanners do not find it. */
const QUIET = 4;

/** The modules of a text's QR code, row by row, with the white around them; true is dark. */
export const qrModules = (text: string): boolean[][] =>
  encodeQR(text, "raw", { ecc: "medium", border: QUIET });

/** A text as a QR code: an SVG path in a square of `size` units, a unit for a module. */
export function qrSvgPath(text: string): { path: string; size: number } {
  const rows = qrModules(text);
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { path: runs.join(""), size: rows.length };
}
