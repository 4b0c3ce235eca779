const LOOK_EVERY_MS = 10;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition holds. @throws where it does not in time, with what was waited for. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
