import { counted } from "#app/vocabulary/counted.ts";

/** A registration is 'pending' at first; organisers set the others (specification, 3). */
export const DELEGATE_STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"] as const;
export type DelegateStatus = (typeof DELEGATE_STATUSES)[number];

/** `change` is a changeset, `people` the number that an undo changes back. */
export type UndoableChange = { change: number; people: number; msLeft: number };

/** A person, and the status that the page showed of them; null where that is not known. */
export type ShownStatus = { id: number; shown: DelegateStatus | null };

/** The value of a form for a person whom its page shows, like '4:pending'. */
export const shownText = ({ id, status }: { id: number; status: DelegateStatus }): string =>
  `${id}:${status}`;

/** Reads several such values, each person once. Other texts are left out; a status may be missing. */
export function readShown(texts: readonly string[]): ShownStatus[] {
  const people = texts.flatMap((text): [number, ShownStatus][] => {
    const [, id, status] = /^([1-9]\d{0,14})(?::(\w+))?$/.exec(text) ?? [];
    const shown = DELEGATE_STATUSES.find((known) => known === status) ?? null;
    return id === undefined ? [] : [[Number(id), { id: Number(id), shown }]];
  });
  return [...new Map(people).values()];
}

/** `same`: it was so already. `asked`: it differs from what was shown, so nothing was changed. */
export type StatusOutcome = "changed" | "same" | "asked";

/** One transaction for so many stops the site for 0.3 s (docs/decisions/lists-and-desk.md). */
export const CHANGED_AT_MOST = 10_000;

/** People whom a change of status left alone: as shown, as they are, and the note they were to get. */
export type LeftAlone = ShownStatus & {
  name: string;
  reference: string;
  status: DelegateStatus;
  note: string | null;
};

/** The result of a change of status. Erased delegates count in `changed` alone. */
export type ChangedStatus = {
  id: number;
  status: DelegateStatus;
  changed: number;
  /** The number of those who were left alone and are still something else. */
  asked: number;
  /** The first of them, up to NAMED_AT_MOST. */
  leftAlone: LeftAlone[];
};

export const NAMED_AT_MOST = 20;

/** Follows a number: '3 delegates confirmed'. */
export const STATUS_DONE: Record<DelegateStatus, string> = {
  pending: "set back to pending",
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: "marked as attended",
};

/** Follows a name: 'is confirmed'. */
export const STATUS_ALREADY: Record<DelegateStatus, string> = {
  pending: "is pending",
  confirmed: "is confirmed",
  declined: "is declined",
  cancelled: "is cancelled",
  attended: "is marked as attended",
};

export const countedDelegates = (count: number): string => counted(count, "delegate");

export function statusChangeText({ status, changed, asked }: ChangedStatus): string {
  const done = STATUS_DONE[status];
  if (changed > 0) return `${countedDelegates(changed)} ${done}.`;
  return asked > 0 ? "No one was changed." : `Nothing changed: there were no delegates left to be ${done}.`;
}
