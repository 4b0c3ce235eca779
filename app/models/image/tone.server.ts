// Every photograph in one ink on the paper of the site: many cameras look like one.
import type { Sharp } from "#app/platform/image-library.server.ts";

const INK = "#15171c";
/** The ground of the frame with initials. */
const PAPER = "#efece6";

/** Limits of the middle grey, from 0 to 1: skin stays light or dark within them. */
const DARKEST_MIDDLE = 0.3;
const LIGHTEST_MIDDLE = 0.62;
/** Values nearer to black or white are likely the ground, and say nothing of the light. */
const GROUND_WITHIN = 8;

/** The darkest and lightest hundredth become black and white. `greyscale` has one band: the ink needs three. */
export const evenGrey = (image: Sharp): Sharp =>
  image.modulate({ saturation: 0 }).normalise({ lower: 1, upper: 99 });

/** Photographs against the light, or in too much of it, come nearer to the others; black and white stay. */
export function evenLight(pixels: Buffer): void {
  const middle = middleOf(pixels);
  const wanted = Math.min(LIGHTEST_MIDDLE, Math.max(DARKEST_MIDDLE, middle));
  if (wanted === middle) return;
  const exponent = Math.log(wanted) / Math.log(middle);
  const curve = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent));
  // An iterator over four million bytes would hold up the site for a fifth of a second.
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = curve[pixels[at] ?? 0] ?? 0;
}

/** The median, from 0 to 1. The three bands are the same. */
function middleOf(pixels: Buffer): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 3) {
    const value = pixels[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const [from, to] = [GROUND_WITHIN, 255 - GROUND_WITHIN];
  let left = counts.subarray(from, to).reduce((sum, count) => sum + count, 0) / 2;
  if (left === 0) return DARKEST_MIDDLE;
  let value = from;
  while (left > 0) left -= counts[value++] ?? 0;
  return (value - 1) / 255;
}

const bandsOf = (colour: string): number[] => [...Buffer.from(colour.slice(1), "hex")];

export function inInk(grey: Sharp): Sharp {
  const [ink, paper] = [bandsOf(INK), bandsOf(PAPER)];
  return grey.linear(
    paper.map((value, band) => (value - (ink[band] ?? 0)) / 255),
    ink,
  );
}
