import { conference } from "#app/conference/conference.ts";
import { countText } from "#app/platform/text.ts";
import { isPaidFor, type RegistrationType } from "#app/vocabulary/pass.ts";

/** Statuses of a registration, initially 'pending' (specification, section 3). */
export const DELEGATE_STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"] as const;
export type DelegateStatus = (typeof DELEGATE_STATUSES)[number];

/**
 * Whether a registration has a place (docs/decisions/places.md). `offered`: until a set time.
 * `ended`: the offered place was not taken in time. Null: declined or cancelled.
 */
export const PLACES = ["held", "waiting", "offered", "ended"] as const;
export type Place = (typeof PLACES)[number] | null;

/** As lists and counts tell them apart: a delegate without a place is pending, and called waiting. */
export const DELEGATE_STATES = [...DELEGATE_STATUSES, "waiting"] as const;
export type DelegateState = (typeof DELEGATE_STATES)[number];

export const isWithoutPlace = (place: Place): boolean => place !== null && place !== "held";

export const stateOf = ({ status, place }: { status: DelegateStatus; place: Place }): DelegateState =>
  isWithoutPlace(place) ? "waiting" : status;

export const WAITING_STATES: DelegateState[] = conference.registration.waitingList ? ["waiting"] : [];
/** The statuses to filter by. */
export const LISTED_STATES: DelegateState[] = [...DELEGATE_STATUSES, ...WAITING_STATES];

/** Groups of delegates to filter by, across statuses. */
const GROUPS = { silent: "Haven’t said they’re coming", unpaid: "Not paid", paid: "Paid" };
export type DelegateGroup = keyof typeof GROUPS;
export const DELEGATE_GROUPS = Object.keys(GROUPS) as DelegateGroup[];
export const PAYMENTS = ["paid", "unpaid"] as const satisfies DelegateGroup[];
export type PaymentState = (typeof PAYMENTS)[number];
/** What the desk changes of a delegate. */
export type DelegateChange = DelegateStatus | PaymentState;
type PaymentFacts = { registrationType: RegistrationType; place: Place; paidAt: Date | string | null };

/** Null if there is nothing to pay: the pass is not paid for, or the delegate has no place. */
export function paymentOf({ registrationType, place, paidAt }: PaymentFacts): PaymentState | null {
  if (!isPaidFor(registrationType)) return null;
  if (paidAt !== null) return "paid";
  return place === "held" ? "unpaid" : null;
}

export const groupName = (group: DelegateGroup): string => GROUPS[group];

/** `change` is a changeset id; `people` is the number of delegates that an undo would affect. */
export type UndoableChange = { change: number; people: number; msLeft: number };

/** `shown` is the status on the page, or null if unknown. */
export type ShownStatus = { id: number; shown: DelegateStatus | null };

/** Returns a form value such as '4:pending'. */
export const shownStatusValue = ({ id, status }: { id: number; status: DelegateStatus }): string =>
  `${id}:${status}`;

/** Parses shownStatusValue texts, some without a status. Ignores duplicates and invalid texts. */
export function readShownStatuses(texts: readonly string[]): ShownStatus[] {
  const people = texts.flatMap((text): [number, ShownStatus][] => {
    const [, id, status] = /^([1-9]\d{0,14})(?::(\w+))?$/.exec(text) ?? [];
    const shown = DELEGATE_STATUSES.find((known) => known === status) ?? null;
    return id === undefined ? [] : [[Number(id), { id: Number(id), shown }]];
  });
  return [...new Map(people).values()];
}

/** `same`: already had the status. `asked`: not changed, because the page showed another status. */
export type StatusChangeOutcome = "changed" | "same" | "asked";

/** Limit per transaction, to block the site for only 0.3 s (docs/decisions/lists-and-desk.md). */
export const MAX_STATUS_CHANGES = 10_000;

/** Result of a status change, stored with its form. */
export type StatusChangeSummary = {
  id: number;
  status: DelegateChange;
  changed: number;
  /** Number of delegates whose status had changed since the page was loaded, and the first ids. */
  asked: number;
  firstAsked: number[];
};

export const MAX_NAMED_DELEGATES = 5;

export const delegateCountText = (count: number): string => countText(count, "delegate");

/** `done` are the status's words, as in '3 delegates accredited'. */
export function statusChangeText({ changed, asked }: StatusChangeSummary, done: string): string {
  if (changed > 0) return `${delegateCountText(changed)} ${done}.`;
  return asked > 0
    ? "No delegates were changed."
    : `Nothing changed: there were no delegates left to be ${done}.`;
}
