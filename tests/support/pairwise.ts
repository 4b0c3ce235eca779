/**
 * Which of several values a case of a matrix tries: one for each `turn`, so that each meets each of the other values
 * sooner or later; all of them in `npm run test:all` (MATRIX=full).
 */
export const pairwise = <T>(values: readonly T[], turn: number): T[] =>
  process.env.MATRIX === "full" ? [...values] : values.slice(turn % values.length).slice(0, 1);
