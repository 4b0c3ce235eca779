import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Focuses the element `id` when `news` changes in a navigation that removed the focused control. */
export function useFocusOnChange(news: unknown, id: string): void {
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
    // A dialog closed by the same navigation restores its focus first.
    queueMicrotask(focus);
  }, [news, key, id]);
}
