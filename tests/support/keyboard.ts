import { expect, type Page } from "@playwright/test";

/** Asserts that Tab gives every visible control a visible focus. A radio group counts as one. */
export async function expectTabToReachEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.scrollBehavior = "auto";
  });
  const { controls, radios } = await page.evaluate(() => {
    const selector = "a[href], button, summary, input:not([type=hidden]), select, textarea";
    const shown = [...document.querySelectorAll(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest("[inert]") === null &&
        !element.matches(":disabled"),
    );
    const isRadio = (element: Element) => element.matches("input[type=radio]");
    const groups = new Set(shown.filter(isRadio).map((radio) => radio.getAttribute("name")));
    return { controls: shown.length, radios: shown.filter(isRadio).length - groups.size };
  });
  const reached = new Set<string>();
  for (let step = 0; step < controls + 2; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { left, top } = element.getClientRects()[0] ?? new DOMRect();
      const onTop = document.elementFromPoint(left + 4, top + 4);
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        key: String([...document.querySelectorAll("*")].indexOf(element)),
        isOnTop: onTop !== null && (element.contains(onTop) || onTop.contains(element)),
        // The outline of a card's link is around the card.
        isSeen: outlineStyle !== "none" && outlineWidth !== "0px",
        isCard: element.matches(".card-link"),
        html: element.outerHTML.slice(0, 120),
      };
    });
    if (focused === null) continue;
    reached.add(focused.key);
    expect(focused.isOnTop, focused.html).toBe(true);
    expect(focused.isSeen || focused.isCard, focused.html).toBe(true);
  }
  expect(reached.size).toBe(controls - radios);
}
