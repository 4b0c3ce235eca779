/** Picks the value for this turn, in rotation. MATRIX=full returns all values. */
export const pairwise = <T>(values: readonly T[], turn: number): T[] =>
  process.env.MATRIX === "full" ? [...values] : values.slice(turn % values.length).slice(0, 1);
