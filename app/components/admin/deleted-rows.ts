import { useState } from "react";
import type { Undoable } from "#app/models/editable/fields.ts";

export type ItemRow<Item> = Item & { removal: Undoable | null };

export const rowClass = ({ removal }: { removal: Undoable | null }): string =>
  `item-row grid min-h-19 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3 gap-y-1 p-2 text-sm wrap-anywhere lg:grid-cols-[5fr_6fr_auto] lg:not-noscript:pl-7 ${removal ? "row-removed" : ""}`;

/** Keeps each deleted item in its place in the list, with an Undo button. */
export function useRowsWithDeleted<Item extends { id: number }>(items: Item[], deletions: Undoable[]) {
  const [seen, setSeen] = useState({ items, rows: items });
  if (seen.items !== items) setSeen({ items, rows: withRemoved(items, seen.rows, deletions) });
  const here = new Set(items.map(({ id }) => id));
  return seen.rows.map((item) => ({
    ...item,
    removal: here.has(item.id) ? null : (deletions.find(({ subjectId }) => subjectId === item.id) ?? null),
  }));
}

function withRemoved<Item extends { id: number }>(items: Item[], before: Item[], deletions: Undoable[]) {
  const rows = [...items];
  for (const [place, item] of before.entries()) {
    const isThere = rows.some(({ id }) => id === item.id);
    if (isThere || !deletions.some(({ subjectId }) => subjectId === item.id)) continue;
    const above = before[place - 1]?.id;
    rows.splice(rows.findIndex(({ id }) => id === above) + 1, 0, item);
  }
  return rows;
}
