import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { leaveUnfollowed } from "#app/components/focus-in-sight.ts";
import { giveFocus } from "#app/components/given-focus.ts";

const CONTROLS = "a[href], button, summary, input:not([type=hidden]), select, textarea";

/**
 * Gives the focus back where an answer took it away: to what had it, if that was only disabled for a while; where it
 * is gone with what was deleted, to what stood after it, else before it; where it was rendered again, to its successor;
 * where the answer leads to something, as to a card that was restored, to that.
 */
export function useKeptFocus(): void {
  const { state } = useNavigation();
  const { key, hash } = useLocation();
  /** The controls of the screen in the order in which they are to have it. */
  const order = useRef<HTMLElement[]>([]);
  /** What had it last, be it in a dialog or a toast: if it is still there, it has it back. */
  const last = useRef<HTMLElement | null>(null);
  /** Whether that was pressed by a pointer, under which the page stays where it is. */
  const isPointed = useRef(false);
  /** The answer that has led to where its address says. */
  const arrived = useRef(key);
  useEffect(() => {
    const remember = ({ target }: { target: EventTarget | null }) => {
      if (target instanceof HTMLElement) {
        last.current = target;
        isPointed.current = !target.matches(":focus-visible");
      }
      const all = [...document.querySelectorAll<HTMLElement>(`.admin :is(${CONTROLS})`)];
      const place = all.indexOf(target as HTMLElement);
      if (place >= 0) order.current = [...all.slice(place), ...all.slice(0, place).reverse()];
    };
    // A control that an answer renders again under the same id gets its focus back at once.
    const drawn = new MutationObserver(() => {
      const [had] = order.current;
      if (document.activeElement !== document.body || had?.isConnected !== false || had.id === "") return;
      const successor = document.getElementById(had.id);
      if (isPointed.current) leaveUnfollowed(successor);
      successor?.focus({ preventScroll: isPointed.current });
    });
    // Something may have had the focus before this script ran.
    remember({ target: document.activeElement });
    document.addEventListener("focusin", remember);
    drawn.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      drawn.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what asks nothing of the server changes the address alone
  useEffect(() => {
    if (state !== "idle") return;
    const led = arrived.current === key ? null : document.getElementById(hash.slice(1));
    arrived.current = key;
    // Its head too: the address leads to its first button.
    led?.closest(".card")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (document.activeElement !== document.body) return;
    const control = [led, last.current, ...order.current].find((one) => one !== null && isFree(one));
    if (control === last.current) control?.focus();
    else {
      const isToStay = isPointed.current && led === null;
      if (isToStay) leaveUnfollowed(control);
      giveFocus(control, { preventScroll: isToStay });
    }
  }, [state, key]);
}

const isFree = (control: HTMLElement): boolean =>
  control.isConnected &&
  control.checkVisibility() &&
  !control.matches(":disabled") &&
  control.closest("[inert]") === null;
