const LOOK_EVERY_MS = { atLeast: 10, atMost: 200 };

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** True if a server responds to this address without a failure. */
export const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status < 500,
    () => false,
  );

/** Waits until a condition holds, with growing intervals. @throws with `what` if it does not. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const start = Date.now();
  while (!(await holds())) {
    const waited = Date.now() - start;
    if (waited > limitMs) throw new Error(`Waited ${limitMs / 1000} s without success until ${what}`);
    await pause(Math.min(Math.max(waited / 50, LOOK_EVERY_MS.atLeast), LOOK_EVERY_MS.atMost));
  }
}
