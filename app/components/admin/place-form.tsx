import { useRef, useState } from "react";
import { Form, useActionData } from "react-router";
import type { Refused } from "#app/components/admin/dialogs.tsx";
import { ReturnToPlace, useKeptPlace } from "#app/components/admin/kept-place.tsx";
import { typedOf } from "#app/components/admin/notices.tsx";
import { giveFocus } from "#app/components/focus.ts";
import type { FormProblem } from "#app/components/form/error-summary.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { Position } from "#app/models/editable/order.ts";

type PlaceFormProps = { id: number; formId: string; name: string; position: Position };

/** With script the button can also be dragged to the new place. */
export function PlaceForm({ id, formId, name, position: { place, places, order } }: PlaceFormProps) {
  const grip = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const dropped = useRef<Drop | null>(null);
  const keepPlace = useKeptPlace();
  const isHydrated = useHydrated();
  const refused = useActionData<Refused>();
  const problem = placeProblem(refused, id)?.message;
  const fieldId = placeFieldId(id);
  /** The form stays open once a problem is corrected: its button has the focus. */
  const [isOpen, setOpen] = useState(problem !== undefined);

  const follow = async ({ nativeEvent: press }: React.PointerEvent) => {
    const item = grip.current?.closest("li");
    const items = [...document.querySelectorAll<HTMLElement>(`.reordered > [data-order="${order}"]`)];
    if (!grip.current || !item || press.button !== 0 || !press.isPrimary) return;
    const drop = await drag(grip.current, items, items.indexOf(item), press);
    if (drop === null || !field.current) return;
    field.current.value = String(drop.place);
    dropped.current = drop;
    form.current?.requestSubmit();
  };
  const keep = ({ nativeEvent: { submitter } }: React.SubmitEvent) => {
    const control = submitter ?? grip.current;
    if (control) keepPlace(control, dropped.current?.settle);
    dropped.current = null;
  };
  const select = ({
    currentTarget: { open },
  }: React.ToggleEvent<HTMLElement> & { currentTarget: { open?: boolean } }) => {
    setOpen(open === true);
    // A form that came open with a problem has its focus on that.
    if (!open || problem !== undefined || !field.current) return;
    giveFocus(field.current);
    field.current.select();
  };

  return (
    <details className="place" open={isOpen || problem !== undefined} onToggle={select}>
      <summary
        ref={grip}
        className="small-button"
        data-grip={isHydrated ? "" : undefined}
        onPointerDown={follow}
      >
        To place …<span className="sr-only"> {name}</span>
      </summary>
      <Form ref={form} method="post" action="." className="mt-2 text-base" preventScrollReset onSubmit={keep}>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="move" value="place" />
        <input type="hidden" name="order" value={order} />
        <ReturnToPlace at="move" />
        {problem && <FieldError id={`${fieldId}-error`} label={placeLabel(name)} message={problem} />}
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={fieldId}>
            Place<span className="sr-only"> of {name}</span>
          </label>
          <input
            ref={field}
            // After a move the field shows the new place.
            key={place}
            id={fieldId}
            className="place-field"
            name="place"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={problem === undefined ? place : (typedOf(refused?.result)?.place ?? "")}
            aria-describedby={problem && `${fieldId}-error`}
            aria-invalid={problem ? true : undefined}
          />
          <span>of {places}</span>
          <button type="submit" className="small-button">
            Move<span className="sr-only"> {name}</span>
          </button>
        </div>
      </Form>
    </details>
  );
}

const placeFieldId = (id: number | string): string => `place-${id}`;

export const placeLabel = (name: string): string => `Place of ${name}`;

/** The problem of a typed place, with its field and item. */
export type PlaceProblem = Required<FormProblem> & { id: number };

/** The problem of one item, or of any; null for none. */
export function placeProblem(refused: Refused | undefined, wantedId?: number): PlaceProblem | null {
  const { id, move } = typedOf(refused?.result) ?? {};
  const message = refused?.result?.error?.place?.[0];
  if (move !== "place" || id === undefined || message === undefined) return null;
  if (wantedId !== undefined && id !== String(wantedId)) return null;
  return { id: Number(id), fieldId: placeFieldId(id), message };
}

/** A hand that only presses moves less. */
const LEAST_PX = 6;
/** The page scrolls when the pointer is so near to the window's edge. */
const EDGE_PX = 72;
const SCROLLED_PX = 12;

/** The place from 1, and a function that puts the item back. */
type Drop = { place: number; settle: () => void };

/** Moves `items[from]` with the pointer on `grip`. Null for a mere press, the same place, or Escape. */
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
    const options = { signal: listeners.signal };
    const scrolling = setInterval(scroll, 16);
    const end = (isDropped: boolean) => {
      listeners.abort();
      clearInterval(scrolling);
      // The click that follows ends the drag.
      if (isDragging) grip.addEventListener("click", prevent, { once: true, capture: true });
      setTimeout(() => grip.removeEventListener("click", prevent, { capture: true }));
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

const prevent = (event: Event) => {
  event.preventDefault();
  event.stopPropagation();
};
