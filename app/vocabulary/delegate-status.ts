import { counted } from "#app/vocabulary/counted.ts";

/** Statuses of a registration, initially 'pending' (specification, 3). */
export const DELEGATE_STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"] as const;
export type DelegateStatus = (typeof DELEGATE_STATUSES)[number];

/** `change` is a changeset id; `people` is the number of delegates that an undo affects. */
export type UndoableChange = { change: number; people: number; msLeft: number };

/** `shown` is the status on the page, or null if unknown. */
export type ShownStatus = { id: number; shown: DelegateStatus | null };

/** Returns a form value such as '4:pending'. */
export const shownStatusValue = ({ id, status }: { id: number; status: DelegateStatus }): string =>
  `${id}:${status}`;

/** Reads values of shownStatusValue without duplicates. Ignores invalid ones; a status may be missing. */
export function readShownStatuses(texts: readonly string[]): ShownStatus[] {
  const people = texts.flatMap((text): [number, ShownStatus][] => {
    const [, id, status] = /^([1-9]\d{0,14})(?::(\w+))?$/.exec(text) ?? [];
    const shown = DELEGATE_STATUSES.find((known) => known === status) ?? null;
    return id === undefined ? [] : [[Number(id), { id: Number(id), shown }]];
  });
  return [...new Map(people).values()];
}

/** `same`: the status was already set. `asked`: it differs from the status shown, so nothing changed. */
export type StatusOutcome = "changed" | "same" | "asked";

/** Limit for one transaction, which blocks the site for 0.3 s (docs/decisions/lists-and-desk.md). */
export const MAX_CHANGED = 10_000;

export type SkippedDelegate = ShownStatus & {
  name: string;
  reference: string;
  status: DelegateStatus;
  note: string | null;
};

/** Deleted delegates count only in `changed`. */
export type ChangedStatus = {
  id: number;
  status: DelegateStatus;
  changed: number;
  /** Number of skipped delegates whose status still differs from the chosen one. */
  asked: number;
  skipped: SkippedDelegate[];
};

export const MAX_NAMED = 20;

/** Words after a number, as in '3 delegates confirmed'. */
export const STATUS_DONE: Record<DelegateStatus, string> = {
  pending: "set back to pending",
  confirmed: "confirmed",
  declined: "declined",
  cancelled: "cancelled",
  attended: "marked as attended",
};

export const STATUS_ALREADY: Record<DelegateStatus, string> = {
  pending: "is already pending",
  confirmed: "is already confirmed",
  declined: "is already declined",
  cancelled: "is already cancelled",
  attended: "is already marked as attended",
};

export const countedDelegates = (count: number): string => counted(count, "delegate");

export function statusChangeText({ status, changed, asked }: ChangedStatus): string {
  const done = STATUS_DONE[status];
  if (changed > 0) return `${countedDelegates(changed)} ${done}.`;
  return asked > 0
    ? "No delegates were changed."
    : `Nothing changed: there were no delegates left to be ${done}.`;
}
