import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";

/**
 * Restores the focus after a navigation, to the same control or to one with the same id. A form's
 * answer replaces the page, so the page then follows a row with the focus, wherever a save moved it.
 */
export function useFocusRestore(): void {
  const { state } = useNavigation();
  const isReplaced = useNavigationType() === "REPLACE";
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      pressed.current = target as Element;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (state !== "idle") return;
    const isLost = document.activeElement === document.body;
    const again = pressed.current?.isConnected
      ? pressed.current
      : document.getElementById(pressed.current?.id ?? "");
    if (!(again instanceof HTMLElement)) return;
    if (isLost) again.focus({ preventScroll: true });
    // React restores the focus of a moved row, but not the scroll position.
    const isInRow = again === document.activeElement && again.closest("[data-row]") !== null;
    if (isLost || (isReplaced && isInRow)) again.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [state, isReplaced]);
}

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
