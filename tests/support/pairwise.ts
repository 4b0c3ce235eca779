/** The values a case of a matrix tries: one per `turn`, so that all pairs meet; all with MATRIX=full. */
export const pairwise = <T>(values: readonly T[], turn: number): T[] =>
  process.env.MATRIX === "full" ? [...values] : values.slice(turn % values.length).slice(0, 1);
