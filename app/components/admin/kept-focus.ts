import { useEffect, useRef } from "react";
import { href, useLocation, useNavigation, useNavigationType } from "react-router";
import { followAgain, giveFocus, leaveUnfollowed } from "#app/components/focus.ts";

/** A second Enter must not end the login. */
const CONTROLS = `a[href]:not([href="${href("/api/logout")}"]), button, summary, input:not([type=hidden]), select, textarea, [data-item-name]`;

/**
 * Gives the focus back after an answer: to the same control or the one in its place; after a deletion to its heir
 * (`data-heir`, an id) or the next control; after a restoration to the card; after Back to the last control.
 */
export function useKeptFocus(): void {
  const { state } = useNavigation();
  const { key, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const here = useRef(key);
  here.current = key;
  /** The controls that get the focus, in this order. */
  const order = useRef<HTMLElement[]>([]);
  /** The last control with the focus, also one in a dialog or a toast. */
  const last = useRef<HTMLElement | null>(null);
  /** A pointer pressed it: the page stays where it is. */
  const isPointed = useRef(false);
  /** The page whose hash has been followed. */
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const remember = ({ target }: { target: EventTarget | null }) => {
      if (!(target instanceof HTMLElement)) return;
      // A closed dialog gives the focus back to its opener. That is no press, so that the page follows it.
      const isGivenBack =
        last.current?.isConnected === false && last.current.closest("dialog, [role=dialog]") !== null;
      isPointed.current = !target.matches(":focus-visible") && !isGivenBack;
      last.current = target;
      followAgain(target);
      const selector = selectorOf(target);
      if (selector) lastOn.set(here.current, selector);
      const all = [...document.querySelectorAll<HTMLElement>(`.admin :is(${CONTROLS}):not(.toast *)`)];
      const place = all.indexOf(target);
      if (place < 0) return;
      // Within a list item the focus goes to its name: the next control is about another item.
      const name = target.closest("li")?.querySelector<HTMLElement>("[data-item-name]");
      const heir = document.getElementById(target.closest<HTMLElement>("[data-heir]")?.dataset.heir ?? "");
      const others = [...all.slice(place + 1), ...all.slice(0, place).reverse()];
      order.current = [target, name, heir, ...others].filter((one) => one instanceof HTMLElement);
    };
    // A control that is rendered again with its id gets its focus back at once.
    const drawn = new MutationObserver(() => {
      const [had] = order.current;
      if (document.activeElement !== document.body || had?.isConnected !== false || had.id === "") return;
      const successor = document.getElementById(had.id);
      if (isPointed.current) leaveUnfollowed(successor);
      successor?.focus({ preventScroll: isPointed.current });
    });
    // A control may have had the focus before this script ran.
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
    const isNew = arrived.current !== key;
    const led = isNew && !isBack && arrived.current !== null ? document.getElementById(hash.slice(1)) : null;
    const left = isNew && isBack ? elementAt(lastOn.get(key)) : null;
    arrived.current = key;
    // The hash leads to the card's first button, and its head is to be seen, too.
    led?.closest(".card")?.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (document.activeElement !== document.body) return;
    const control = [left, led, last.current, ...order.current].find((one) => one !== null && isFree(one));
    if (control === last.current) control?.focus();
    else {
      const isToStay = control === left || (isPointed.current && led === null);
      if (isToStay) leaveUnfollowed(control);
      giveFocus(control, { preventScroll: isToStay });
    }
  }, [state, key]);
}

/** The control that had the focus last on each page. */
const lastOn = new Map<string, string>();

/** By its id or its address; null for a control without either. */
function selectorOf(control: HTMLElement): string | null {
  if (!control.closest(".admin")) return null;
  if (control.id !== "") return `#${CSS.escape(control.id)}`;
  const href = control.getAttribute("href");
  return href === null ? null : `.admin a[href="${CSS.escape(href)}"]`;
}

const elementAt = (selector: string | undefined) =>
  selector === undefined ? null : document.querySelector<HTMLElement>(selector);

const isFree = (control: HTMLElement): boolean =>
  control.isConnected &&
  control.checkVisibility() &&
  !control.matches(":disabled") &&
  control.closest("[inert]") === null;
