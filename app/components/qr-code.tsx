import encodeQR from "qr";

/** Modules of white around a code, without which scanners do not find it. */
const QUIET = 4;

/** The modules of a text's QR code, row by row, with the white around them; true is dark. */
export const qrModules = (text: string): boolean[][] =>
  encodeQR(text, "raw", { ecc: "medium", border: QUIET });

/**
 * A text as a QR code: an SVG path in a square of `size` units, a unit for a module. Call it where the
 * server is, and give a page the path: so the encoder stays out of what browsers load.
 */
export function qrSvgPath(text: string): { path: string; size: number } {
  const rows = qrModules(text);
  const runs = rows.flatMap((row, y) =>
    Array.from(
      row
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
      (run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`,
    ),
  );
  return { path: runs.join(""), size: rows.length };
}

/** A QR code that `qrSvgPath` made; `label` says what it leads to. */
export function QrCode({
  path,
  size,
  label,
  className = "",
}: {
  path: string;
  size: number;
  label: string;
  className?: string;
}) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
