// Draws an item of a list to another place by mouse, finger or pen. Everything else that moves it does so without this.

/** Further than a hand moves that only presses. */
const LEAST_PX = 6;
/** So near to the edge of the window the page is scrolled. */
const EDGE_PX = 72;
const SCROLLED_PX = 12;

/** Where an item was let go, from 1, and what puts it back to where it stands in the page. */
export type Drop = { place: number; settle: () => void };

/**
 * Follows the pointer that has been pressed on `grip` with the item `items[from]`, and marks the place that it would
 * take. Answers null where it was only pressed, put back, or given up with Escape.
 */
export function drag(
  grip: HTMLElement,
  items: HTMLElement[],
  from: number,
  press: PointerEvent,
): Promise<Drop | null> {
  const item = items[from] as HTMLElement;
  const boxes = items.map((one) => one.getBoundingClientRect());
  const startY = press.clientY + window.scrollY;
  let pointerY = press.clientY;
  let to = from;
  let isDragging = false;

  /** An item that is covered by half makes room. */
  const placeAt = (moved: number) => {
    const { top, bottom } = boxes[from] as DOMRect;
    const middles = boxes.map((box) => box.top + box.height / 2);
    if (moved < 0) return middles.slice(0, from).filter((middle) => middle < top + moved).length;
    return from + middles.slice(from + 1).filter((middle) => middle < bottom + moved).length;
  };
  const unmark = () => {
    for (const one of items) delete one.dataset.drop;
  };
  const settle = () => {
    unmark();
    item.style.transform = "";
    delete item.dataset.dragged;
  };
  const follow = () => {
    const moved = pointerY + window.scrollY - startY;
    if (!isDragging && Math.abs(moved) < LEAST_PX) return;
    isDragging = true;
    item.dataset.dragged = "";
    item.style.transform = `translateY(${moved}px)`;
    to = placeAt(moved);
    unmark();
    const marked = items[to];
    if (marked && to !== from) marked.dataset.drop = to < from ? "before" : "after";
  };
  const scroll = () => {
    const isAbove = pointerY < EDGE_PX;
    if (!isDragging || (!isAbove && pointerY < window.innerHeight - EDGE_PX)) return;
    window.scrollBy({ top: isAbove ? -SCROLLED_PX : SCROLLED_PX, behavior: "instant" });
    follow();
  };

  return new Promise((resolve) => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const scrolling = setInterval(scroll, 16);
    const end = (isDropped: boolean) => {
      listeners.abort();
      clearInterval(scrolling);
      // The click that follows is the end of the drag.
      if (isDragging) grip.addEventListener("click", prevent, { once: true, capture: true });
      setTimeout(() => grip.removeEventListener("click", prevent, { capture: true }));
      if (!isDropped || to === from) settle();
      else unmark();
      resolve(isDropped && to !== from ? { place: to + 1, settle } : null);
    };
    grip.setPointerCapture(press.pointerId);
    grip.addEventListener(
      "pointermove",
      ({ clientY }) => {
        pointerY = clientY;
        follow();
      },
      { signal },
    );
    grip.addEventListener("pointerup", () => end(true), { signal });
    grip.addEventListener("pointercancel", () => end(false), { signal });
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        end(false);
      },
      { signal },
    );
  });
}

const prevent = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};
