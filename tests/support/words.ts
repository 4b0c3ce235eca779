import { expect, type Page } from "@playwright/test";

/** Removes a page's styles and asserts that no two words run together, as in text browsers. */
export async function expectWordsApart(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const joined = await page.evaluate(() => {
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
  expect.soft(joined, what).toEqual([]);
}
