import { useRef, useState } from "react";
import { Form, useActionData } from "react-router";
import { typedOf } from "#app/components/admin/conflict-notice.tsx";
import type { Refused } from "#app/components/admin/dialogs.tsx";
import { type Drop, drag } from "#app/components/admin/drag.ts";
import { ReturnToPlace } from "#app/components/admin/return-to-place.tsx";
import { useKeptPlace } from "#app/components/admin/use-kept-place.ts";
import type { FormProblem } from "#app/components/form/error-summary.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { giveFocus } from "#app/components/given-focus.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { Position } from "#app/models/editable/order.ts";

/** Moves an item of an ordered list to a place that is typed. With script its button can also be dragged there. */
export function PlaceForm({
  id,
  formId,
  name,
  position: { place, places, order },
}: {
  id: number;
  formId: string;
  name: string;
  position: Position;
}) {
  const grip = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const dropped = useRef<Drop | null>(null);
  const keepPlace = useKeptPlace();
  const isHydrated = useHydrated();
  const refused = useActionData<Refused>();
  const problem = placeProblem(refused, id)?.message;
  const fieldId = placeFieldId(id);
  /** It stays open once a problem is corrected: its button has the focus then, as after any other move. */
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
    // One that came open with a problem has its focus on that.
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
            // After a move it says where the item is now.
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

/** What is wrong with a place that was typed, with its field and the item that it is of. */
export type PlaceProblem = Required<FormProblem> & { id: number };

/** That of an item, or of any; null where nothing is wrong. */
export function placeProblem(refused: Refused | undefined, wantedId?: number): PlaceProblem | null {
  const { id, move } = typedOf(refused?.result) ?? {};
  const message = refused?.result?.error?.place?.[0];
  if (move !== "place" || id === undefined || message === undefined) return null;
  if (wantedId !== undefined && id !== String(wantedId)) return null;
  return { id: Number(id), fieldId: placeFieldId(id), message };
}
