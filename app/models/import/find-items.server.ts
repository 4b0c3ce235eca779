// Finds the stored items that the rows of a list without keys are about.
import { foldText } from "#app/models/delegate/search-text.ts";
import type { ImportProblem } from "#app/models/import/import.ts";
import type { Importable, ItemValues } from "#app/models/import/importable.server.ts";

type Item = { id: number };
type Line = { key: string; values: ItemValues };
type FoundItem = { alike?: Item; doubt?: ImportProblem[] };

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
 * Finds an item by another tool's id, if its name or address agrees as well, or its time in a file with
 * another id that does. Otherwise, takes
 * pairs in which row and item have only each other: first those that agree in all fields of
 * `foundBy`, then those that agree in fewer. A row with other candidates is doubtful. By index.
 */
export function findItems(list: Importable, fields: ReadonlySet<string>, lines: Line[], stored: Item[]) {
  const { foundBy, name, sameBy } = list.columns;
  const found = new Map<number, FoundItem>();
  const taken = new Set<number>();
  const keys = new Set(lines.map(({ key }) => key));
  for (const row of stored) if (keys.has(list.keyOf(row))) taken.add(row.id);
  const take = (index: number, alike: Item) => {
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
  const owned = open().flatMap((index) => {
    const { externalId } = valuesAt(index);
    const owners = externalId ? (byId.get(externalId) ?? []) : [];
    return owners.length === 1 ? owners.map((owner) => ({ index, owner })) : [];
  });
  const agreesIn = (fields: string[]) => (pair: { index: number; owner: Item }) => {
    const values = valuesAt(pair.index);
    return fields.some((field) => values[field] && isAlike(field, values, { ...pair.owner }));
  };
  // Ids of which none has its name here are another tool's, which may have the same numbers and times.
  const isKnownTool = owned.some(agreesIn([name, "email"]));
  const isOwner = agreesIn(isKnownTool ? [name, "email", "time"] : [name, "email"]);
  for (const pair of owned) {
    const called = list.nameOf({ ...pair.owner });
    const message = `This ID belongs to “${called}”, but nothing else in this row agrees with it.`;
    if (isOwner(pair)) take(pair.index, pair.owner);
    else found.set(pair.index, { doubt: [{ column: null, message }] });
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
  return lines.map((line, index) => found.get(firsts.get(identity(line)) ?? index));
}

export const isAlike = (field: string, one: ItemValues, other: ItemValues): boolean =>
  likeness([field], one) === likeness([field], other);

/** An item with another id or address is another item. */
const isOther = (item: ItemValues, values: ItemValues) =>
  ["externalId", "email"].some((field) => values[field] && item[field] && !isAlike(field, values, item));

function doubtOf(list: Importable, candidates: Item[]): ImportProblem {
  const { heading, noun } = list.columns.key;
  const names = describeItems(list, candidates);
  const message = `This row may be about ${names}. To change that ${list.noun}, add the column ${heading} with its ${noun}.`;
  return { column: null, message };
}

/** Returns for example 'speaker-1F (Ada Okoro, Quill) or speaker-2G (Ada Okoro, Nib)'. */
export function describeItems({ columns, keyOf }: Pick<Importable, "columns" | "keyOf">, items: Item[]) {
  const shown = columns.columns.filter(({ field }) => columns.sameBy.includes(field));
  const described = items.map((row) => {
    const facts = shown.map(({ write }) => write({ ...row })).filter(Boolean);
    return `${keyOf(row)} (${facts.join(", ")})`;
  });
  return new Intl.ListFormat("en-AU", { type: "disjunction" }).format(described);
}
