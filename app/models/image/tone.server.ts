// One ink on the paper of the site, for every photograph: those of many cameras then look like those of one.
import type { Sharp } from "#app/platform/image-library.server.ts";

const INK = "#15171c";
/** White of a photograph: the ground on which initials and drawn portraits stand, so that one that was cut out does too. */
const PAPER = "#efece6";

/**
 * As much contrast as any: the darkest and the lightest hundredth become black and white. Grey in three bands, which
 * `greyscale` would make one, and that could not take the ink.
 */
export const evenGrey = (image: Sharp): Sharp =>
  image.modulate({ saturation: 0 }).normalise({ lower: 1, upper: 99 });

/** Red, green and blue of a colour like #15171c. */
const bandsOf = (colour: string): number[] => [...Buffer.from(colour.slice(1), "hex")];

/** Black becomes the ink, white the paper, every grey what lies between them. */
export function inInk(grey: Sharp): Sharp {
  const [ink, paper] = [bandsOf(INK), bandsOf(PAPER)];
  return grey.linear(
    paper.map((value, band) => (value - (ink[band] ?? 0)) / 255),
    ink,
  );
}
