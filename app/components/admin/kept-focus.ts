// The focus of the panel: where it goes when what had it is gone.
import { useEffect, useLayoutEffect, useRef } from "react";
import { href, useLocation, useNavigation, useNavigationType } from "react-router";
import { followAgain, giveFocus, leaveUnfollowed } from "#app/components/focus.ts";

/** Never what ends the login: a second Enter would. */
const CONTROLS = `a[href]:not([href="${href("/api/logout")}"]), button, summary, input:not([type=hidden]), select, textarea, [data-item-name]`;

/**
 * Gives the focus back where an answer took it away: to what had it, if that was only disabled for a while; where it
 * is gone with what was deleted, to what that names as its heir (`data-heir`, an id), to what stood after it, else before
 * it; where it was rendered again, to its successor; where the answer leads to something, as to a card that was restored,
 * to that; where one comes back to a page, to what had it when that was left.
 */
export function useKeptFocus(): void {
  const { state } = useNavigation();
  const { key, hash } = useLocation();
  const isBack = useNavigationType() === "POP";
  const here = useRef(key);
  here.current = key;
  /** The controls of the screen in the order in which they are to have it. */
  const order = useRef<HTMLElement[]>([]);
  /** What had it last, be it in a dialog or a toast: if it is still there, it has it back. */
  const last = useRef<HTMLElement | null>(null);
  /** Whether that was pressed by a pointer, under which the page stays where it is. */
  const isPointed = useRef(false);
  /** The page whose address has led somewhere. */
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const remember = ({ target }: { target: EventTarget | null }) => {
      if (!(target instanceof HTMLElement)) return;
      // A dialog that closes gives the focus back to what opened it. Nobody has pressed that, so the page follows it.
      const isGivenBack =
        last.current?.isConnected === false && last.current.closest("dialog, [role=dialog]") !== null;
      isPointed.current = !target.matches(":focus-visible") && !isGivenBack;
      last.current = target;
      followAgain(target);
      const selector = selectorOf(target);
      if (selector) lastOn.set(here.current, selector);
      const all = [...document.querySelectorAll<HTMLElement>(`.admin :is(${CONTROLS})`)];
      const place = all.indexOf(target);
      if (place < 0) return;
      // Within an item of a list the focus stays in it, on its name: the next control is about another one.
      const name = target.closest("li")?.querySelector<HTMLElement>("[data-item-name]");
      const heir = document.getElementById(target.closest<HTMLElement>("[data-heir]")?.dataset.heir ?? "");
      const others = [...all.slice(place + 1), ...all.slice(0, place).reverse()];
      order.current = [target, name, heir, ...others].filter((one) => one instanceof HTMLElement);
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
    const isNew = arrived.current !== key;
    const led = isNew && !isBack && arrived.current !== null ? document.getElementById(hash.slice(1)) : null;
    const left = isNew && isBack ? elementAt(lastOn.get(key)) : null;
    arrived.current = key;
    // Its head too: the address leads to its first button.
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

/** What had the focus last on each page, by which it is found when one comes back. */
const lastOn = new Map<string, string>();

/** A selector for a control of the panel: by its id, or by where it leads. Null for what has neither. */
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

/**
 * What an answer has made of a page takes the focus where it has taken away what had it: not what merely stood next
 * to that. `news` is what the page is now, `id` where it says so. What comes by itself, as time passes, takes nothing.
 */
export function useFocusOnNews(news: unknown, id: string): void {
  const { key } = useLocation();
  const seen = useRef({ news, key });
  // Before those that look for something else to have the focus (useKeptFocus, above).
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
