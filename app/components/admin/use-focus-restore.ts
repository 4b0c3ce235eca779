import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Restores the focus after a navigation, to the same control or to one with the same id. */
export function useFocusRestore(): void {
  const { state } = useNavigation();
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      pressed.current = target as Element;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (state !== "idle" || document.activeElement !== document.body) return;
    const again = pressed.current?.isConnected
      ? pressed.current
      : document.getElementById(pressed.current?.id ?? "");
    if (!(again instanceof HTMLElement)) return;
    again.focus({ preventScroll: true });
    // A save may have moved the control.
    again.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [state]);
}
