import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

const CONTROLS = "a[href], button, summary, input:not([type=hidden]), select, textarea";

/**
 * Gives the focus back where an answer took it away: to what had it, if that was only disabled for a while; where it
 * is gone with what was deleted, to what stood after it, else before it.
 */
export function useKeptFocus(): void {
  const { state } = useNavigation();
  /** The controls of the screen in the order in which they are to have it. */
  const order = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const all = [...document.querySelectorAll<HTMLElement>(`main :is(${CONTROLS})`)];
      const place = all.indexOf(target as HTMLElement);
      if (place >= 0) order.current = [...all.slice(place), ...all.slice(0, place).reverse()];
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    if (state !== "idle" || document.activeElement !== document.body) return;
    const [had] = order.current;
    // The answer may have drawn it anew.
    const again = had?.isConnected === false && had.id !== "" ? document.getElementById(had.id) : null;
    (again ?? order.current.find(isFree))?.focus();
  }, [state]);
}

const isFree = (control: HTMLElement): boolean =>
  control.isConnected &&
  control.checkVisibility() &&
  !control.matches(":disabled") &&
  control.closest("[inert]") === null;
