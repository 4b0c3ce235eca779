import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Focuses the element `id` when a navigation changes `value` and removes the focused control. */
export function useFocusOnChange(value: unknown, id: string): void {
  const { key } = useLocation();
  const seen = useRef({ value, key });
  useLayoutEffect(() => {
    const { value: before, key: last } = seen.current;
    seen.current = { value, key };
    if (before === value || last === key) return;
    const focus = () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.id === "main")
        document.getElementById(id)?.focus();
    };
    focus();
    // Runs again, because a dialog closed by the same navigation first restores its own focus.
    queueMicrotask(focus);
  }, [value, key, id]);
}
