// What can be done with one thing of a list: moved, edited, deleted.
import { Form, Link } from "react-router";
import { History } from "#app/components/admin/history-list.tsx";
import { ReturnToPlace, useKeptPlace } from "#app/components/admin/kept-place.tsx";
import { PlaceForm } from "#app/components/admin/place-form.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { Position } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";

/** Moves one thing of a list among those of its order. Where it is the only one, `whyAlone` says so instead. */
export const MoveActions = ({
  whyAlone,
  ...moved
}: {
  id: number;
  name: string;
  formId: string;
  position: Position;
  whyAlone?: string;
}) =>
  moved.position.places === 1 ? (
    whyAlone && <p className="self-center text-base text-muted">{whyAlone}</p>
  ) : (
    <>
      <MoveButtons {...moved} />
      <PlaceForm {...moved} />
    </>
  );

/** What can be done with one thing of a list, and what was done to it. */
export function ItemActions({
  id,
  name,
  history,
  children,
}: {
  id: number;
  name: string;
  history: HistoryEntry[] | undefined;
  /** What moves it. */
  children: React.ReactNode;
}) {
  return (
    <div className="mt-3 flex flex-wrap items-start gap-2">
      <Link to={`?edit=${id}`} id={`edit-${id}`} className="small-button" preventScrollReset>
        Edit<span className="sr-only"> {name}</span>
      </Link>
      <Link to={`?delete=${id}`} id={`delete-${id}`} className="small-button" preventScrollReset>
        Delete<span className="sr-only"> {name}</span>
      </Link>
      {children}
      <History entries={history} name={name} href={`?history=${id}`} id={`history-${id}`} />
    </div>
  );
}

/** Moves an item of an ordered list one place up or down. */
function MoveButtons({
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
