// Engraves a picture as parallel lines, which are thicker where the picture is darker.
import sharp from "sharp";
import { PORTRAIT_SIDE } from "./figure.ts";

/** Distance between two lines. STEP is the distance between two samples along a line. */
const PITCH = 3.5;
const STEP = 1;
/** Scales the path up, because its coordinates are rounded to whole numbers. */
const SCALE = 4;
const ANGLE = -45;
/** Largest error in a line's thickness that is accepted to save points. */
const TOLERANCE = 0.45;

type Point = [along: number, thick: number];

/** Returns one SVG path for a group with the transform `ENGRAVING_TRANSFORM`. */
export async function engrave(figure: string): Promise<string> {
  const { data, info } = await sharp(Buffer.from(figure))
    .flatten({ background: "white" })
    .greyscale()
    .resize(PORTRAIT_SIDE * 2)
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const darknessAt = (x: number, y: number) => {
    const [column, row] = [Math.round(x * 2), Math.round(y * 2)];
    if (column < 0 || row < 0 || column >= info.width || row >= info.height) return 0;
    return 1 - (data[(row * info.width + column) * info.channels] ?? 255) / 255;
  };
  const [cos, sin] = [Math.cos((ANGLE * Math.PI) / 180), Math.sin((ANGLE * Math.PI) / 180)];
  const reach = Math.ceil(PORTRAIT_SIDE * 0.72);
  const paths: string[] = [];
  for (let across = -reach; across <= reach; across += PITCH) {
    let run: Point[] = [];
    for (let along = -reach; along <= reach + STEP; along += STEP) {
      // Averages the darkness over the width of the line.
      const dark =
        [-1.2, -0.4, 0.4, 1.2].reduce((sum, aside) => {
          const [u, v] = [along, across + aside];
          return (
            sum + darknessAt(PORTRAIT_SIDE / 2 + u * cos - v * sin, PORTRAIT_SIDE / 2 + u * sin + v * cos)
          );
        }, 0) / 4;
      const thick = thicknessOf(dark);
      if (thick > 0) run.push([along, thick]);
      if (thick === 0 || along > reach) {
        if (run.length > 3) paths.push(outline(run, across));
        run = [];
      }
    }
  }
  return paths.join("");
}

export const ENGRAVING_TRANSFORM = `translate(${PORTRAIT_SIDE / 2} ${PORTRAIT_SIDE / 2})rotate(${ANGLE})scale(${1 / SCALE})`;

/** Draws no line in light areas, and almost solid ink in dark ones. */
function thicknessOf(dark: number): number {
  if (dark < 0.05) return 0;
  return dark > 0.93 ? PITCH + 0.2 : Math.max(0.35, PITCH * 0.92 * dark ** 0.92);
}

/** Traces the varying edge of a line, then returns along its straight edge. */
function outline(run: Point[], across: number): string {
  const base = Math.round((across + PITCH / 2) * SCALE);
  const points = simplified(run).map(([along, thick]) => [
    Math.round(along * SCALE),
    base - Math.round(thick * SCALE),
  ]);
  const steps = points
    .slice(1)
    .flatMap(([x = 0, y = 0], before) => [x - (points[before]?.[0] ?? 0), y - (points[before]?.[1] ?? 0)]);
  const [x, y] = points[0] ?? [];
  return `M${x} ${base}V${y}l${steps.join(" ").replaceAll(" -", "-")}V${base}z`;
}

/** Removes points close to a straight line between other points (Douglas–Peucker). */
function simplified(points: Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return points;
  let [farthest, most] = [0, 0];
  for (const [index, [along, thick]] of points.entries()) {
    const expected = first[1] + ((last[1] - first[1]) * (along - first[0])) / (last[0] - first[0]);
    // Differences are more visible on thin lines.
    const difference = Math.abs(thick - expected) * (thick < 0.5 ? 2.5 : 1);
    if (difference > most) [farthest, most] = [index, difference];
  }
  if (most <= TOLERANCE) return [first, last];
  return [...simplified(points.slice(0, farthest + 1)).slice(0, -1), ...simplified(points.slice(farthest))];
}
