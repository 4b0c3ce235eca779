/**
 * Returns a cutoff for deletion by age. The monotonic clock keeps data if the server's clock jumps
 * ahead while the site runs.
 */
export const retentionCutoff = (keptForMs: number): Date =>
  new Date(Math.min(Date.now(), performance.timeOrigin + performance.now()) - keptForMs);
