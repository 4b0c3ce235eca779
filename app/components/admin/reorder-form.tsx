import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { ReturnField } from "#app/components/toast.tsx";
import type { ListPosition } from "#app/models/editable/order.ts";

type ReorderFormProps = { id: number; formId: string; name: string; position: ListPosition };

export function ReorderForm({ id, formId, name, position: { place, places, order } }: ReorderFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const refused = useActionData<RefusedFormResult>();
  const problem = useMemo(() => getReorderProblem(refused, id), [refused, id]);
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  const fieldId = placeFieldId(id);
  return (
    <Form
      method="post"
      action="."
      className="flex flex-wrap items-center gap-2"
      preventScrollReset
      // Focuses the button, because a move replaces the field that had the focus.
      onSubmit={({ nativeEvent: { submitter } }: React.SubmitEvent) => submitter?.focus()}
    >
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="move" value="place" />
      <input type="hidden" name="order" value={order} />
      <ReturnField at="move" />
      {problem && (
        <div className="basis-full">
          <FieldError id={`${fieldId}-error`} label={`Position of ${name}`} message={problem.message} />
        </div>
      )}
      <label htmlFor={fieldId}>
        <span className="sr-only">Move {name} </span>
        <span className="inline-block first-letter:uppercase">to position</span>
      </label>
      <input
        ref={field}
        key={place}
        id={fieldId}
        className="input mt-0 min-h-9 w-14 px-3 py-0"
        name="place"
        inputMode="numeric"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the user must correct the number
        autoFocus={problem !== null}
        defaultValue={problem?.typed ?? place}
        aria-describedby={problem ? `${fieldId}-error` : undefined}
        aria-invalid={problem ? true : undefined}
      />
      <span>of {places}</span>
      <button type="submit" className="small-button">
        Move<span className="sr-only"> {name}</span>
      </button>
    </Form>
  );
}

const placeFieldId = (id: number): string => `place-${id}`;

export function getReorderProblem(refused: RefusedFormResult | undefined, id: number) {
  const typed = submittedValues(refused?.result);
  const message = refused?.result?.error?.place?.[0];
  if (typed?.move !== "place" || typed.id !== String(id) || message === undefined) return null;
  return { message, typed: typed.place };
}

export function DragHandle({ id, order }: { id: number; order: string }) {
  const settle = useRef<(() => void) | null>(null);
  const { state } = useNavigation();
  // A layout effect, to remove the drag's styles in the frame in which the new order appears.
  useLayoutEffect(() => {
    if (state !== "idle") return;
    settle.current?.();
    settle.current = null;
  }, [state]);
  const follow = async ({ currentTarget: grip, nativeEvent: press }: React.PointerEvent<HTMLElement>) => {
    const item = grip.closest("li");
    const items = [...document.querySelectorAll<HTMLElement>(`.rows > [data-order="${order}"]`)];
    if (!item || press.button !== 0 || !press.isPrimary) return;
    const drop = await drag(grip, items, items.indexOf(item), press);
    const field = document.querySelector<HTMLInputElement>(`#${placeFieldId(id)}`);
    if (drop === null || field === null) return;
    field.value = String(drop.place);
    settle.current = drop.settle;
    field.form?.requestSubmit();
  };
  return (
    <span
      className="grip absolute top-2 left-0 invisible grid h-12 w-6 cursor-grab touch-none select-none place-items-center text-muted max-lg:hidden lg:not-noscript:visible"
      aria-hidden="true"
      onPointerDown={follow}
    >
      ⠿
    </span>
  );
}

const DRAG_THRESHOLD_PX = 6;
/** A drag within this distance of the window's edge scrolls the page. */
const EDGE_PX = 72;
const SCROLLED_PX = 12;

/** `place` is the new position, counted from 1. `settle` removes the drag's styles. */
type Drop = { place: number; settle: () => void };

/** Drags `items[from]`. Returns null for a click, an unchanged position or Escape. */
function drag(
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

  /** Returns the number of items above the dragged item, based on their centres. */
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
    if (!isDragging && Math.abs(moved) < DRAG_THRESHOLD_PX) return;
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
    const options = { signal: listeners.signal };
    const scrolling = setInterval(scroll, 16);
    const end = (isDropped: boolean) => {
      listeners.abort();
      clearInterval(scrolling);
      if (!isDropped || to === from) settle();
      else unmark();
      resolve(isDropped && to !== from ? { place: to + 1, settle } : null);
    };
    const followPointer = ({ clientY }: PointerEvent) => {
      pointerY = clientY;
      follow();
    };
    const endOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      end(false);
    };
    grip.setPointerCapture(press.pointerId);
    grip.addEventListener("pointermove", followPointer, options);
    grip.addEventListener("pointerup", () => end(true), options);
    grip.addEventListener("pointercancel", () => end(false), options);
    document.addEventListener("keydown", endOnEscape, options);
  });
}
