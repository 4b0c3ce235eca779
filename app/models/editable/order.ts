type Item = { id: number };

export type ListPosition = {
  /** Position in the group, counted from 1. */
  place: number;
  places: number;
  /** A short hash of the order, sent with a move to detect concurrent changes. */
  order: string;
};

export type MoveTarget = "up" | "down" | { place: number; order: string };

export type MoveRefusal =
  | { ok: false; reason: "notFound" }
  | { ok: false; reason: "stale" }
  | { ok: false; reason: "noSuchPlace"; places: number };

/** Moves an item within its group. Moving past either end changes nothing. */
export function moveInGroup<T extends Item>(
  list: readonly T[],
  groupOf: (item: T) => unknown,
  id: number,
  target: MoveTarget,
): { ok: true; item: T; list: T[]; places: [before: number, after: number] } | MoveRefusal {
  const item = list.find((one) => one.id === id);
  if (!item) return { ok: false, reason: "notFound" };
  const isInGroup = (one: T) => groupOf(one) === groupOf(item);
  const group = list.filter(isInGroup);
  const from = group.indexOf(item);
  let to = target === "up" ? Math.max(from - 1, 0) : Math.min(from + 1, group.length - 1);
  if (typeof target === "object") {
    if (target.order !== orderOf(group)) return { ok: false, reason: "stale" };
    to = target.place - 1;
    if (!group[to]) return { ok: false, reason: "noSuchPlace", places: group.length };
  }
  const reordered = group.toSpliced(from, 1).toSpliced(to, 0, item).values();
  return {
    ok: true,
    item,
    list: list.map((one) => (isInGroup(one) ? (reordered.next().value ?? one) : one)),
    places: [from + 1, to + 1],
  };
}

export const getPosition = (group: readonly Item[], { id }: Item): ListPosition => ({
  place: group.findIndex((item) => item.id === id) + 1,
  places: group.length,
  order: orderOf(group),
});

function orderOf(group: readonly Item[]): string {
  let hash = 0x811c9dc5;
  for (const character of group.map(({ id }) => id).join())
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** `seen` is the version, in milliseconds, that a change is based on, or undefined for any. */
export const isOtherVersion = (version: Date, seen: number | undefined): boolean =>
  seen !== undefined && version.getTime() !== seen;

/** Returns the current time, or `before` plus 1 ms if later, so no two saves have the same time. */
export const timeAfter = (before: Date): Date => new Date(Math.max(Date.now(), before.getTime() + 1));
