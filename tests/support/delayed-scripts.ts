// Delayed scripts, for tests of movement when a page's scripts start.
import { expect, type Page } from "@playwright/test";

/** Delays the scripts of the next pages until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: areLet, resolve: letThem } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await areLet;
    await route.continue();
  });
  return letThem;
}

/** Waits for the fonts, which move lines after the first paint. */
export async function waitForFonts(page: Page): Promise<void> {
  const come = () =>
    page.evaluate(async () => {
      const ofTheSite = ["Newsreader", "Instrument Sans"];
      const faces = await Promise.all(ofTheSite.map((family) => document.fonts.load(`16px "${family}"`)));
      // A loaded font changes the lines one frame later.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return faces.every(({ length }) => length > 0);
    });
  await expect.poll(come).toBe(true);
}
