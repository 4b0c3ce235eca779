import { Link } from "react-router";
import { History } from "#app/components/admin/history.tsx";
import { MoveButtons } from "#app/components/admin/move-buttons.tsx";
import { PlaceForm } from "#app/components/admin/place-form.tsx";
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
