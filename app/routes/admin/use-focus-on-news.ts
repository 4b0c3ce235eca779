import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After an answer that removed the focused control, the element `id` with the `news` gets the focus. */
export function useFocusOnNews(news: unknown, id: string): void {
  const { key } = useLocation();
  const seen = useRef({ news, key });
  useLayoutEffect(() => {
    const { news: before, key: last } = seen.current;
    seen.current = { news, key };
    if (before === news || last === key) return;
    const focus = () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.id === "main")
        document.getElementById(id)?.focus();
    };
    focus();
    // A dialog that has closed with this answer gives its focus back first.
    queueMicrotask(focus);
  }, [news, key, id]);
}
