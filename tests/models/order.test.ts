import { expect, test } from "vitest";
import { getPosition, type MoveTarget, moveInGroup } from "#app/models/editable/order.ts";

type Item = { id: number; slot: string };
const slotOf = ({ slot }: Item) => slot;
/** Items of two groups in mixed order. Only items in the same group can change places. */
const LIST: Item[] = [..."abaab"].map((slot, index) => ({ id: index + 1, slot }));
const placeIn = (slot: string, place: number): MoveTarget => {
  const group = LIST.filter((item) => item.slot === slot);
  return { place, order: getPosition(group, group[0] as Item).order };
};
const idsAfter = (id: number, target: MoveTarget) => {
  const moved = moveInGroup(LIST, slotOf, id, target);
  return moved.ok ? { ids: moved.list.map((item) => item.id), places: moved.places } : moved;
};

test("an item moves to a place in its group, and no item of another group moves", () => {
  expect(idsAfter(4, placeIn("a", 1))).toEqual({ ids: [4, 2, 1, 3, 5], places: [3, 1] });
  expect(idsAfter(1, placeIn("a", 3))).toEqual({ ids: [3, 2, 4, 1, 5], places: [1, 3] });
  expect(idsAfter(3, "up")).toEqual({ ids: [3, 2, 1, 4, 5], places: [2, 1] });
  expect(idsAfter(2, "down")).toEqual({ ids: [1, 5, 3, 4, 2], places: [1, 2] });
});

test("an item at the end of its group stays", () => {
  for (const [id, target] of [
    [1, "up"],
    [4, "down"],
    [3, placeIn("a", 2)],
  ] as [number, MoveTarget][])
    expect(idsAfter(id, target)).toMatchObject({ ids: [1, 2, 3, 4, 5] });
});

test("an invalid place, one of an outdated order, and a missing item are refused", () => {
  for (const place of [0, 4, -1, 1.5])
    expect(idsAfter(1, placeIn("a", place))).toEqual({ ok: false, reason: "noSuchPlace", places: 3 });
  expect(idsAfter(1, placeIn("b", 2))).toEqual({ ok: false, reason: "stale" });
  expect(idsAfter(9, "up")).toEqual({ ok: false, reason: "notFound" });
});
