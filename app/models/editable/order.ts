/**
 * The list with one item exchanged for its next neighbour of the same group, the others where they
 * were; the list as it is where there is no such neighbour.
 */
export function swapNeighbours<T extends { id: number }>(
  list: T[],
  isInGroup: (item: T) => boolean,
  id: number,
  direction: "up" | "down",
): T[] {
  const from = list.findIndex((item) => item.id === id);
  const to =
    direction === "up"
      ? list.findLastIndex((item, index) => index < from && isInGroup(item))
      : list.findIndex((item, index) => index > from && isInGroup(item));
  const [item, neighbour] = [list[from], list[to]];
  if (!item || !neighbour) return list;
  return list.with(from, neighbour).with(to, item);
}

/** The places, from 1, of an item in a list before and after. */
export const placesOf = (
  id: number,
  before: readonly { id: number }[],
  after: readonly { id: number }[],
): [number, number] => [placeOf(id, before), placeOf(id, after)];

const placeOf = (id: number, list: readonly { id: number }[]) => list.findIndex((item) => item.id === id) + 1;

/** Now, but never the same millisecond as before: two saves in one must be told apart. */
export const laterThan = (before: Date): Date => new Date(Math.max(Date.now(), before.getTime() + 1));
