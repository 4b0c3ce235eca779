// For tests of what moves as a page's scripts begin to run.
import { expect, type Page } from "@playwright/test";

/** The scripts of the pages to come wait until they are let. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: areLet, resolve: letThem } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await areLet;
    await route.continue();
  });
  return letThem;
}

/** Waits for the fonts: they move lines by themselves after the first paint. */
export async function fontsHaveCome(page: Page): Promise<void> {
  const come = () =>
    page.evaluate(async () => {
      const ofTheSite = ["Newsreader", "Instrument Sans"];
      const faces = await Promise.all(ofTheSite.map((family) => document.fonts.load(`16px "${family}"`)));
      // A font that has come is in the lines one frame later.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return faces.every(({ length }) => length > 0);
    });
  await expect.poll(come).toBe(true);
}
