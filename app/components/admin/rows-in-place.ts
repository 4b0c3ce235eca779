import { useState } from "react";
import type { Undoable } from "#app/models/ledger/undoable.ts";

/** `removal` is set for a row that was deleted since the list was loaded. */
export type Row<Item> = Item & { removal: Undoable | null };

export const rowClass = ({ removal }: { removal: Undoable | null }): string =>
  removal ? "item-row row-removed" : "item-row";

/** The rows as loaded: a deleted one keeps its place, and can be restored there, until the next load. */
export function useRowsInPlace<Item extends { id: number }>(
  items: Item[],
  deletions: Undoable[],
): Row<Item>[] {
  const [seen, setSeen] = useState({ items, rows: items });
  if (seen.items !== items) setSeen({ items, rows: withRemoved(items, seen.rows, deletions) });
  const here = new Set(items.map(({ id }) => id));
  return seen.rows.map((item) => ({
    ...item,
    removal: here.has(item.id) ? null : (deletions.find(({ subjectId }) => subjectId === item.id) ?? null),
  }));
}

function withRemoved<Item extends { id: number }>(
  items: Item[],
  before: Item[],
  deletions: Undoable[],
): Item[] {
  const rows = [...items];
  for (const [place, item] of before.entries()) {
    const isThere = rows.some(({ id }) => id === item.id);
    if (isThere || !deletions.some(({ subjectId }) => subjectId === item.id)) continue;
    const above = before[place - 1]?.id;
    rows.splice(rows.findIndex(({ id }) => id === above) + 1, 0, item);
  }
  return rows;
}
