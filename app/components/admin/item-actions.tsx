import { useEffect, useRef, useState } from "react";
import { Link, useActionData } from "react-router";
import type { RefusedFormResult } from "#app/components/admin/dialogs.tsx";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { HistoryLink } from "#app/components/admin/history-list.tsx";
import { getReorderProblem, type MovedItem, ReorderForm } from "#app/components/admin/reorder-form.tsx";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { HiddenFields, ReturnField, RowForm, UndoButton } from "#app/components/toast.tsx";
import type { Undoable } from "#app/models/editable/fields.ts";

/** Controls for moving an item. `whyAlone` replaces them if there is only one item. */
export function MoveActions({ whyAlone, ...moved }: MovedItem & { whyAlone?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { place, places } = moved.position;
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the pressed control visible after each move
  useEffect(() => {
    const pressed = document.activeElement;
    if (box.current?.contains(pressed)) pressed?.scrollIntoView({ block: "nearest" });
  }, [place]);
  if (places === 1) return whyAlone && <p className="text-muted">{whyAlone}</p>;
  return (
    <div ref={box} className="flex flex-wrap items-center gap-2">
      <MoveButtons {...moved} />
      <ReorderForm {...moved} />
    </div>
  );
}

type ItemActionsProps = {
  id: number;
  name: string;
  /** Deletion of the item, if it can be undone. */
  removal: Undoable | null;
  screen: string;
  formId: string;
  className?: string;
  /** Content of a menu of its own, in a list whose rows have one line of controls. */
  move?: React.ReactNode;
  children: React.ReactNode;
};

const ACTIONS =
  "col-start-2 row-span-2 row-start-1 flex min-h-24 w-21 flex-col gap-1.5 lg:min-h-0 lg:col-start-3 lg:row-span-1 lg:w-38 lg:flex-row lg:items-start lg:justify-end";

/** In narrow rows, the name is the link: it covers the row, except for the other controls. */
const EDIT =
  "small-button max-lg:absolute max-lg:inset-y-0 max-lg:right-25 max-lg:left-0 max-lg:w-auto max-lg:border-transparent max-lg:bg-transparent max-lg:text-[0px]";

/** Controls at the end of a row: 'Edit', 'Move' and 'More', or 'Undo' after a deletion. */
export function ItemActions(props: ItemActionsProps) {
  const { id, name, removal, screen, formId, className = ACTIONS, move, children } = props;
  const [isOpen] = useState(getReorderProblem(useActionData<RefusedFormResult>(), id) !== null);
  // 'More' and 'Undo' share this id, so the focus survives a deletion and its undo.
  const moreId = `more-${id}`;
  if (removal)
    return (
      <div className={`item-actions ${className} removal`}>
        <span className="leading-9">Removed</span>
        <UndoButton {...{ screen, formId }} id={removal.id} what={`deleting ${name}`} buttonId={moreId}>
          <ReturnField at="edit" />
        </UndoButton>
      </div>
    );
  return (
    <div className={`item-actions ${className}`}>
      <Link to={`?edit=${id}`} id={`edit-${id}`} className={EDIT} preventScrollReset>
        Edit<span className="sr-only"> {name}</span>
      </Link>
      {move && (
        <Disclosure label="Move" of={name} isOpen={isOpen}>
          {move}
        </Disclosure>
      )}
      <Disclosure label="More" of={name} id={moreId} isOpen={isOpen && !move}>
        {children}
        <div className="flex flex-wrap items-start gap-2">
          <Link to={`?delete=${id}`} id={`delete-${id}`} className="small-button" preventScrollReset>
            Delete<span className="sr-only"> {name}</span>
          </Link>
          <HistoryLink {...{ id, name }} />
        </div>
      </Disclosure>
    </div>
  );
}

function MoveButtons({ id, formId, name, position: { place, places } }: MovedItem) {
  const asEnd = useEnds();
  return (
    // The action is explicit, because the page's URL may still be that of a dialog.
    <RowForm action={`?item=${id}`} id={`move-${id}`} className="flex gap-2">
      <HiddenFields {...{ formId, id }} />
      <ReturnField at="move" />
      {(["up", "down"] as const).map((to) => (
        <SmallButton key={to} name="move" value={to} {...asEnd(place === (to === "up" ? 1 : places))}>
          <span aria-hidden="true">{to === "up" ? "↑" : "↓"}</span>
          <span className="sr-only">{`Move ${name} ${to}`}</span>
        </SmallButton>
      ))}
    </RowForm>
  );
}

/** When an item reaches an end of the list, its button keeps the focus, so Enter does nothing. */
function useEnds() {
  const isHydrated = useHydrated();
  const ignore = (event: React.MouseEvent) => event.preventDefault();
  return (isEnd: boolean) =>
    isHydrated && isEnd ? { "aria-disabled": true, onClick: ignore } : { disabled: isEnd };
}
