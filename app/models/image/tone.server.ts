// Tints every photograph with one ink on the site's paper colour, so that all photographs match.
import type { Sharp } from "#app/platform/image-library.server.ts";

const INK = "#15171c";
/** Also used as the background behind initials. */
const PAPER = "#efece6";

/** Photographs with a median grey (0 to 1) in this range stay unchanged, so skin keeps its tone. */
const DARKEST_MIDDLE = 0.3;
const LIGHTEST_MIDDLE = 0.62;
/** Values this close to black or white are ignored, because they are probably background. */
const GROUND_WITHIN = 8;

/** Makes the darkest 1% black and the lightest 1% white. Keeps three channels for the tinting. */
export const normaliseGrey = (image: Sharp): Sharp =>
  image.modulate({ saturation: 0 }).normalise({ lower: 1, upper: 99 });

/** Corrects under- and overexposed photographs. Black and white stay unchanged. */
export function correctExposure(pixels: Buffer): void {
  const middle = middleOf(pixels);
  const wanted = Math.min(LIGHTEST_MIDDLE, Math.max(DARKEST_MIDDLE, middle));
  if (wanted === middle) return;
  const exponent = Math.log(wanted) / Math.log(middle);
  const curve = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent));
  // An iterator over four million bytes would block the site for a fifth of a second.
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = curve[pixels[at] ?? 0] ?? 0;
}

/** Returns the median grey, from 0 to 1. Reads one channel, because all three are equal. */
function middleOf(pixels: Buffer): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 3) {
    const value = pixels[at] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  let left = counts.subarray(GROUND_WITHIN, 255 - GROUND_WITHIN).reduce((sum, count) => sum + count, 0) / 2;
  if (left === 0) return DARKEST_MIDDLE;
  let value = GROUND_WITHIN;
  while (left > 0) left -= counts[value++] ?? 0;
  return (value - 1) / 255;
}

const bandsOf = (colour: string): number[] => [...Buffer.from(colour.slice(1), "hex")];

export function tintWithInk(grey: Sharp): Sharp {
  const ink = bandsOf(INK);
  return grey.linear(
    bandsOf(PAPER).map((value, band) => (value - (ink[band] ?? 0)) / 255),
    ink,
  );
}
