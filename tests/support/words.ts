// Words that run together in text browsers and in copied text, because only styles separate them.
import { expect, type Page } from "@playwright/test";

/** Removes a page's styles, then asserts that no two words run together. Do this last. */
export async function expectWordsApart(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await wordsRunTogether(page), what).toEqual([]);
}

/** Places where an element begins directly after another element's word. */
function wordsRunTogether(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const styles of document.querySelectorAll("style, link[rel=stylesheet]")) styles.remove();
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data !== "" && !text.parentElement?.closest("script, noscript, svg, option")) texts.push(text);
    }
    const boxOf = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getClientRects()[0];
    };
    return texts.flatMap((text, index) => {
      const before = texts[index - 1];
      if (!before || before.parentNode === text.parentNode) return [];
      if (!/[\p{L}\p{N}.!?)]$/u.test(before.data) || !/^[\p{L}\p{N}(]/u.test(text.data)) return [];
      const [end, start] = [boxOf(before, before.length - 1), boxOf(text, 0)];
      const isApart = !end || !start || Math.abs(end.top - start.top) > 2 || start.left - end.right > 1;
      return isApart ? [] : [`${before.data.slice(-20)}|${text.data.slice(0, 20)}`];
    });
  });
}
