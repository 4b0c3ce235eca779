import { Form, Link } from "react-router";
import { History } from "#app/components/admin/history-list.tsx";
import { ReturnToPlace, useKeptPlace } from "#app/components/admin/kept-place.tsx";
import { PlaceForm } from "#app/components/admin/place-form.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { Position } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";

type MoveActionsProps = { id: number; name: string; formId: string; position: Position; whyAlone?: string };

/** An only item has nowhere to go: `whyAlone` says so. */
export const MoveActions = ({ whyAlone, ...moved }: MoveActionsProps) =>
  moved.position.places === 1 ? (
    whyAlone && <p className="self-center text-base text-muted">{whyAlone}</p>
  ) : (
    <>
      <MoveButtons {...moved} />
      <PlaceForm {...moved} />
    </>
  );

type ItemActionsProps = {
  id: number;
  name: string;
  history: HistoryEntry[] | undefined;
  children: React.ReactNode;
};

export function ItemActions({ id, name, history, children }: ItemActionsProps) {
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

type MoveButtonsProps = { id: number; formId: string; name: string; position: Position };

function MoveButtons({ id, formId, name, position: { place, places } }: MoveButtonsProps) {
  const keepPlace = useKeptPlace();
  const asEnd = useEnds();
  return (
    // The address may still be that of a dialog that was just answered.
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
      {(["up", "down"] as const).map((to) => (
        <button
          key={to}
          type="submit"
          name="move"
          value={to}
          className="small-button"
          {...asEnd(place === (to === "up" ? 1 : places))}
          data-repeats=""
        >
          <span aria-hidden="true">{to === "up" ? "↑" : "↓"}</span>
          <span className="sr-only">{`Move ${name} ${to}`}</span>
        </button>
      ))}
    </Form>
  );
}

/** At an end of the list a button keeps the focus: on the other one, Enter would move the item back. */
function useEnds() {
  const isHydrated = useHydrated();
  const ignore = (event: React.MouseEvent) => event.preventDefault();
  return (isEnd: boolean) =>
    isHydrated && isEnd ? { "aria-disabled": true, onClick: ignore } : { disabled: isEnd };
}
