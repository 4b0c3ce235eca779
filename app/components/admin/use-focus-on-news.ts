import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { giveFocus } from "#app/components/given-focus.ts";

/**
 * What an answer has made of a page takes the focus where it has taken away what had it: not what merely stood next
 * to that. `news` is what the page is now, `id` where it says so. What comes by itself, as time passes, takes nothing.
 */
export function useFocusOnNews(news: unknown, id: string): void {
  const { key } = useLocation();
  const seen = useRef({ news, key });
  // Before those that look for something else to have the focus (use-kept-focus.ts).
  useLayoutEffect(() => {
    const { news: before, key: last } = seen.current;
    seen.current = { news, key };
    if (before === news || last === key) return;
    const focus = () => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement.id === "main")
        giveFocus(document.getElementById(id));
    };
    focus();
    // After a dialog that has closed with this answer has given its focus back.
    queueMicrotask(focus);
  }, [news, key, id]);
}
