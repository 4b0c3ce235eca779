import { counted } from "#app/vocabulary/counted.ts";

/** How a registration stands (specification, 3: 'pending' at first; the others are the organisers'). */
export const DELEGATE_STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"] as const;
export type DelegateStatus = (typeof DELEGATE_STATUSES)[number];

/** A change of status that can be undone: the changeset that made it, how many people an undo changes back, and for how long. */
export type UndoableChange = { change: number; people: number; msLeft: number };

/** A person, and the status that whoever wants to change it had before their eyes; null where that is not known. */
export type ShownStatus = { id: number; shown: DelegateStatus | null };

/** What a form says of somebody whom its page shows, like '4:pending'. */
export const shownText = ({ id, status }: { id: number; status: DelegateStatus }): string =>
  `${id}:${status}`;

/** Reads that of several people, each once. What is no id is left out; a status may be missing. */
export function readShown(texts: readonly string[]): ShownStatus[] {
  const people = texts.flatMap((text): [number, ShownStatus][] => {
    const [, id, status] = /^([1-9]\d{0,14})(?::(\w+))?$/.exec(text) ?? [];
    const shown = DELEGATE_STATUSES.find((known) => known === status) ?? null;
    return id === undefined ? [] : [[Number(id), { id: Number(id), shown }]];
  });
  return [...new Map(people).values()];
}

/**
 * What became of a wish to change somebody's status. `same`: they have it already. `asked`: they are not what
 * was shown any more, so nothing was changed and it is asked first.
 */
export type StatusOutcome = "changed" | "same" | "asked";

/** As many are changed in one transaction: for 0.3 s the site does nothing else (docs/decisions/024). */
export const CHANGED_AT_MOST = 10_000;

/** Some of those whom a change of status left alone, what they were and are, and what they were to be written. */
export type LeftAlone = ShownStatus & {
  name: string;
  reference: string;
  status: DelegateStatus;
  note: string | null;
};

/** The result of a change of status. Erased delegates count in `changed` alone. */
export type ChangedStatus = {
  id: number;
  /** What they became. */
  status: DelegateStatus;
  changed: number;
  /** Who was left alone and is still something else. */
  asked: number;
  /** The first of them. */
  leftAlone: LeftAlone[];
};

/** How many of them are named; the others are counted. */
export const NAMED_AT_MOST = 20;

/** What has become of people, after how many of them there are, like '3 delegates confirmed'. */
export const STATUS_DONE: Record<DelegateStatus, string> = {
  pending: "set back to pending",
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: "marked as attended",
};

/** What somebody is before they are to become it, like 'is confirmed'. */
export const STATUS_ALREADY: Record<DelegateStatus, string> = {
  pending: "is pending",
  confirmed: "is confirmed",
  declined: "is declined",
  cancelled: "is cancelled",
  attended: "is marked as attended",
};

export const countedDelegates = (count: number): string => counted(count, "delegate");

/** The result of a change of status, in a sentence. */
export function statusChangeText({ status, changed, asked }: ChangedStatus): string {
  const done = STATUS_DONE[status];
  if (changed > 0) return `${countedDelegates(changed)} ${done}.`;
  return asked > 0 ? "No one was changed." : `Nothing changed: there were no delegates left to be ${done}.`;
}
