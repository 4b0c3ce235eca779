import { fieldText, type HistoryWords } from "#app/models/editable/fields.ts";
import { capitalise } from "#app/platform/text.ts";

export type HistoryEntry = {
  id: number;
  changesetId: number | null;
  text: string;
  /** Subject such as 'Speaker Ada Lovelace', or null if the text includes it. */
  about: string | null;
  actor: string;
  at: string;
  changes: ReturnType<typeof formatChanges>;
};

/** The values before and after, by field. */
export type Differences = Record<string, [unknown, unknown]>;

export const EXCERPT_LENGTH = 160;
export const HISTORY_MAX_ENTRIES = 100;

export function requestedHistoryId(search: string): number | null {
  const id = new URLSearchParams(search).get("history") ?? "";
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

const labelOf = (field: string, { labels }: HistoryWords) => labels?.[field] ?? capitalise(field);

export function historyText(words: HistoryWords, action: string, label: string, changes: Differences) {
  const own = words.texts?.[action];
  if (own) return own(label);
  if (action === "moved") return `Moved from position ${changes.place?.[0]} to ${changes.place?.[1]}`;
  if (action === "status") return `Changed status to ${changes.status?.[1]}`;
  if (action in TEXTS) return TEXTS[action as keyof typeof TEXTS];
  const fields = inOrder(Object.keys(changes), words)
    .filter(isShown)
    .map((field) => labelOf(field, words).toLowerCase());
  if (fields.length > 0) return `Changed ${joined(fields)}`;
  return capitalise(action);
}

function inOrder(fields: string[], { labels = {} }: HistoryWords): string[] {
  const order = Object.keys(labels);
  const placeOf = (field: string) => (order.indexOf(field) + order.length + 1) % (order.length + 1);
  return fields.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const TEXTS = {
  created: "Created",
  deleted: "Deleted",
  published: "Published",
  restored: "Restored",
  "check-in": "Checked in",
  "undo check-in": "Check-in undone",
  "walk-in": "Added at the door and checked in",
  "send-now": "Sent an email",
};

const joined = (words: string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** Hidden fields. The entry's text covers `place` and all times. The others are internal. */
const HIDDEN = new Set(["place", "statusBefore", "linkToken", "formId", "speakerId", "proposed"]);
const isShown = (field: string) => !HIDDEN.has(field) && !/(At|Until)$/.test(field);

export function formatChanges(changes: Differences, words: HistoryWords = {}) {
  return (
    inOrder(Object.keys(changes), words)
      .map((field) => [field, changes[field] ?? [null, null]] as const)
      // Erased values are null both before and after, so their fields are omitted.
      .filter(([field, [before, after]]) => isShown(field) && before !== after)
      .map(([field, [before, after]]) => ({
        label: labelOf(field, words),
        before: shown(field, before),
        after: field === "imageUrl" && before && after ? "another image" : shown(field, after),
      }))
  );
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field === "imageUrl") return "an image";
  if (field === "links" || field === "tags") return fieldText(JSON.parse(String(value)));
  return String(value);
}

export const excerpt = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
