// Finds the stored items that the rows of a list without keys are about.
import { foldText } from "#app/models/delegate/search-text.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import type { Importable, ItemValues } from "#app/models/import/importable.server.ts";

type Item = { id: number };
type Line = { key: string; values: ItemValues };
export type FoundItem<Row = Item> = { alike?: Row; doubt?: ImportProblem[] };

/** Returns an item's values as text for comparison: without case, accents or different dashes. */
export const likeness = (fields: readonly string[], values: ItemValues): string =>
  JSON.stringify(
    fields.map((field) =>
      foldText(String(values[field] ?? ""))
        .replace(/ ?- ?/g, "-")
        .replace(/^([^,]+), ([^,]+)$/, "$2 $1"),
    ),
  );

/**
 * Finds an item by another tool's id, if its name, address or time agrees as well. Otherwise, takes
 * pairs in which row and item have only each other: first those that agree in all fields of
 * `foundBy`, then those that agree in fewer. A row with other candidates is doubtful. By index.
 */
export function findItems<Row extends Item>(
  list: Importable<Row>,
  fields: ReadonlySet<string>,
  lines: Line[],
  stored: Row[],
): Map<number, FoundItem<Row>> {
  const { foundBy, name, sameBy } = list.columns;
  const found = new Map<number, FoundItem<Row>>();
  const taken = new Set<number>();
  const keys = new Set(lines.map(({ key }) => key));
  for (const row of stored) if (keys.has(list.keyOf(row))) taken.add(row.id);
  const take = (index: number, alike: Row) => {
    found.set(index, { alike });
    taken.add(alike.id);
  };
  /** The first of the rows that agree in what names an item stands for all of them. */
  const firsts = new Map<string, number>();
  const identity = ({ values }: Line) => `${values.externalId ?? ""} ${likeness(sameBy, values)}`;
  for (const [index, line] of lines.entries())
    if (line.key === "" && !firsts.has(identity(line))) firsts.set(identity(line), index);
  const open = () => [...firsts.values()].filter((index) => !found.has(index));
  const valuesAt = (index: number) => lines[index]?.values ?? {};

  const byId = Map.groupBy(stored, (row) => (({ ...row }) as ItemValues).externalId);
  for (const index of open()) {
    const { externalId } = valuesAt(index);
    const owners = externalId ? byId.get(externalId) : undefined;
    const owner = owners?.[0];
    if (!owner || owners.length > 1) continue;
    if (agrees([name, "email", "time"], { ...owner }, valuesAt(index))) take(index, owner);
    else
      found.set(index, { doubt: [{ column: null, message: foreignIdMessage(list.nameOf({ ...owner })) }] });
  }
  const levels = foundBy.filter((level) => level.every((field) => fields.has(field)));
  for (const [at, level] of levels.entries()) {
    const isLast = at === levels.length - 1;
    const items = Map.groupBy(
      stored.filter(({ id }) => !taken.has(id)),
      (row) => likeness(level, { ...row }),
    );
    for (const [alike, rows] of Map.groupBy(open(), (index) => likeness(level, valuesAt(index)))) {
      const candidatesOf = (index: number) =>
        (items.get(alike) ?? []).filter((row) => !isOther({ ...row }, valuesAt(index)));
      const pairs = rows.map((index) => ({ index, candidates: candidatesOf(index) }));
      for (const { index, candidates } of pairs) {
        const [item, another] = candidates;
        const rivals = pairs.filter((pair) => item && pair.candidates.includes(item));
        if (item && !another && rivals.length === 1) take(index, item);
        else if (item && isLast) found.set(index, { doubt: [doubtOf(list, candidates)] });
      }
    }
  }
  return new Map(lines.map((line, index) => [index, found.get(firsts.get(identity(line)) ?? index) ?? {}]));
}

const agrees = (fields: readonly string[], item: ItemValues, values: ItemValues) =>
  fields.some((field) => values[field] && likeness([field], item) === likeness([field], values));

/** An item with another id or address is another item. */
const isOther = (item: ItemValues, values: ItemValues) =>
  ["externalId", "email"].some(
    (field) => values[field] && item[field] && likeness([field], values) !== likeness([field], item),
  );

const foreignIdMessage = (name: string) =>
  `This ID belongs to “${name}”, but nothing else in this row agrees with it.`;

function doubtOf<Row extends Item>({ columns, ...list }: Importable<Row>, candidates: Row[]): ImportProblem {
  const { heading, noun } = columns.key;
  const described = candidates.map((row) => {
    const shown = columns.columns.filter(({ field }) => columns.sameBy.includes(field));
    const facts = shown.map(({ write }) => write({ ...row })).filter(Boolean);
    return `${list.keyOf(row)} (${facts.join(", ")})`;
  });
  const names = new Intl.ListFormat("en-AU", { type: "disjunction" }).format(described);
  const message = `This row may be about ${names}. To change that ${list.noun}, add the column ${heading} with its ${noun}.`;
  return { column: null, message };
}
