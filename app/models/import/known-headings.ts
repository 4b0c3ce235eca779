// Column headings and values of Sessionize, pretalx, Eventbrite, Tito, pretix, Hi.Events, Luma, Meetup,
// Airtable, Konfhub, Whova, Google and Microsoft Forms, and of people's own sheets in English, German,
// French, Spanish and Japanese. The first match wins, ignoring case, spacing and punctuation. Headings
// joined by + make one value; @ includes a shared list.
import table from "#app/models/import/known-headings.json" with { type: "json" };

export type Headings = Record<string, readonly string[]>;

const { shared: named, words, ...lists } = table;
const shared: Record<string, string> = named;
const listOf = (text: string): string[] =>
  text.split(", ").flatMap((name) => (name.startsWith("@") ? listOf(shared[name.slice(1)] ?? "") : name));
const headingsOf = (fields: Record<string, string>): Headings =>
  Object.fromEntries(Object.entries(fields).map(([field, names]) => [field, listOf(names)]));

export const KNOWN_HEADINGS = Object.fromEntries(
  Object.entries(lists).map(([list, fields]) => [list, headingsOf(fields)]),
) as Record<keyof typeof lists, Headings>;

/**
 * Fields that combine several columns. If labelled, each cell is prefixed with its heading.
 * `isOne`: only the columns that are joined by + in one heading.
 */
export const MERGED_FIELDS: Record<string, { separator: string; isLabelled?: true; isOne?: true }> = {
  externalId: { separator: "-", isOne: true },
  links: { separator: "\n", isLabelled: true },
  notes: { separator: "\n", isLabelled: true },
  description: { separator: "\n\n" },
  tags: { separator: ", " },
};

/** Columns that are part of another field, if the list knows headings for them. */
export const PARTIAL_FIELD_COLUMNS: Record<string, { label: string; of: readonly string[] }> = {
  firstName: { label: "First name", of: ["name", "speakers"] },
  lastName: { label: "Last name", of: ["name", "speakers"] },
  date: { label: "Date", of: ["time"] },
  start: { label: "Start", of: ["time"] },
  end: { label: "End", of: ["time"] },
  duration: { label: "Duration in minutes", of: ["time"] },
  checkedIn: { label: "Checked in", of: ["status"] },
};

export const SKIP_ROWS_CHOICE = "leave these rows out";
/** Cancels those who are here already, and leaves new rows out. */
export const WITHDRAWN_CHOICE = "cancelled, or left out if new";

const { withdrawn, leftOut, checkedIn, yes, no, ...states } = words;
export const KNOWN_STATUS_WORDS = headingsOf({
  ...states,
  // Without a waiting list, the same words mean pending.
  pending: `${states.pending}, ${states.waiting}`,
  [WITHDRAWN_CHOICE]: withdrawn,
  [SKIP_ROWS_CHOICE]: leftOut,
  yes,
  no,
});
/** Words in a column of check-ins, beside dates and times. */
export const CHECKED_IN_WORDS = listOf(checkedIn);
