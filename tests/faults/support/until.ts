const LOOK_EVERY_MS = { atLeast: 10, atMost: 200 };

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until a condition holds, and looks less often the longer it waits. @throws where it does not in time, with what was waited for. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - start;
    if (waited > limitMs) throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}`);
    await pause(Math.min(Math.max(waited / 50, LOOK_EVERY_MS.atLeast), LOOK_EVERY_MS.atMost));
  }
}
