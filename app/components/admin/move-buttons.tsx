import { Form } from "react-router";
import { ReturnToPlace } from "#app/components/admin/return-to-place.tsx";
import { useKeptPlace } from "#app/components/admin/use-kept-place.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { Position } from "#app/models/editable/order.ts";

/** Moves an item of an ordered list one place up or down. */
export function MoveButtons({
  id,
  formId,
  name,
  position: { place, places },
}: {
  id: number;
  formId: string;
  name: string;
  position: Position;
}) {
  const keepPlace = useKeptPlace();
  const asEnd = useEnds();
  return (
    // To the screen itself: the address may still be that of a dialog that has just been answered.
    <Form
      method="post"
      action="."
      id={`move-${id}`}
      className="move-buttons"
      preventScrollReset
      onSubmit={({ nativeEvent: { submitter } }: React.SubmitEvent) => submitter && keepPlace(submitter)}
    >
      <input type="hidden" name="formId" value={formId} />
      <input type="hidden" name="id" value={id} />
      <ReturnToPlace at="move" />
      <button
        type="submit"
        name="move"
        value="up"
        className="small-button"
        {...asEnd(place === 1)}
        data-repeats=""
      >
        <span aria-hidden="true">↑</span>
        <span className="sr-only">Move {name} up</span>
      </button>
      <button
        type="submit"
        name="move"
        value="down"
        className="small-button"
        {...asEnd(place === places)}
        data-repeats=""
      >
        <span aria-hidden="true">↓</span>
        <span className="sr-only">Move {name} down</span>
      </button>
    </Form>
  );
}

/**
 * What a button is that can do no more, as its item is in the first or last place. With script it keeps the focus and
 * does nothing: were the focus on the other one, one Enter too many would move the item back.
 */
function useEnds() {
  const isHydrated = useHydrated();
  const ignore = (event: React.MouseEvent) => event.preventDefault();
  return (isEnd: boolean) =>
    isHydrated && isEnd ? { "aria-disabled": true, onClick: ignore } : { disabled: isEnd };
}
