import encodeQR from "qr";

/** Width of the white border that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Returns rows of modules, including the border. True means dark. */
export const qrModules = (text: string): boolean[][] =>
  encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });

/** Returns an SVG path in a square of `size` units, one unit per module. */
export function qrSvgPath(text: string): { path: string; size: number } {
  const rows = qrModules(text);
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    ),
  );
  return { path: runs.join(""), size: rows.length };
}
