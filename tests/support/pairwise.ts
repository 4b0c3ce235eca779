/** Values for a case of a matrix: one per `turn`, covering all pairs; all with MATRIX=full. */
export const pairwise = <T>(values: readonly T[], turn: number): T[] =>
  process.env.MATRIX === "full" ? [...values] : values.slice(turn % values.length).slice(0, 1);
