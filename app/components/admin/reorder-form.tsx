import { useEffect, useMemo, useRef } from "react";
import { Form, useActionData } from "react-router";
import type { RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { submittedValues } from "#app/components/admin/form-notices.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { HiddenFields, ReturnField } from "#app/components/toast.tsx";
import type { ListPosition } from "#app/models/editable/order.ts";

export type MovedItem = { id: number; formId: string; name: string; position: ListPosition };

export function ReorderForm({ id, formId, name, position: { place, places, order } }: MovedItem) {
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
      action={`?item=${id}`}
      className="flex flex-wrap items-center gap-2"
      preventScrollReset
      // Focuses the button, because a move replaces the field that had the focus.
      onSubmit={({ nativeEvent: { submitter } }: React.SubmitEvent) => submitter?.focus()}
    >
      <HiddenFields {...{ formId, id }} move="place" order={order} />
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

/** Drags the item with the browser's own drag and drop, and submits the form for its new position. */
export function DragHandle({ id, order }: { id: number; order: string }) {
  const start = ({ currentTarget: grip, dataTransfer }: React.DragEvent<HTMLElement>) => {
    const field = document.querySelector<HTMLInputElement>(`#${placeFieldId(id)}`);
    const item = grip.closest("li");
    if (!item || !field) return;
    const items = [...document.querySelectorAll<HTMLElement>(`.rows > [data-order="${order}"]`)];
    const from = items.indexOf(item);
    dataTransfer.setData("text/plain", String(id));
    dataTransfer.setDragImage(item, 0, 0);
    const dragging = new AbortController();
    const { signal } = dragging;
    const mark = (target: HTMLElement | null, side?: string) => {
      for (const one of items) delete one.dataset.drop;
      if (target) target.dataset.drop = side;
    };
    for (const [to, target] of items.entries()) {
      if (to === from) continue;
      const over = (event: DragEvent) => {
        // Without this, the browser allows no drop here.
        event.preventDefault();
        mark(target, to < from ? "before" : "after");
      };
      const drop = (event: DragEvent) => {
        event.preventDefault();
        field.value = String(to + 1);
        field.form?.requestSubmit();
      };
      target.addEventListener("dragover", over, { signal });
      target.addEventListener("dragleave", () => mark(null), { signal });
      target.addEventListener("drop", drop, { signal });
    }
    const end = () => {
      mark(null);
      dragging.abort();
    };
    grip.addEventListener("dragend", end, { once: true });
  };
  return (
    <span
      className="grip absolute top-2 left-0 invisible grid h-12 w-6 cursor-grab select-none place-items-center text-muted max-lg:hidden lg:not-noscript:visible"
      aria-hidden="true"
      draggable
      onDragStart={start}
    >
      ⠿
    </span>
  );
}
