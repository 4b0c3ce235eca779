import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { PASSES, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";
import type { Track } from "#app/vocabulary/program.ts";

export const DELEGATE_SORTS = ["newest", "oldest", "name"] as const;
export type DelegateSort = (typeof DELEGATE_SORTS)[number];

/** Null where it does not matter. */
export type DelegateFilter = {
  /** Words that all have to be found. */
  q: string;
  type: RegistrationType | null;
  track: Track | "none" | null;
  status: DelegateStatus | null;
  sort: DelegateSort;
  asOf: ListMoment | null;
};

/** The last change and the newest delegate that a page knew. */
export type ListMoment = { revision: number; latestId: number };

export const NO_FILTER: DelegateFilter = {
  q: "",
  type: null,
  track: null,
  status: null,
  sort: "newest",
  asOf: null,
};

export const PRESS_PASSES = REGISTRATION_TYPES.filter((type) => PASSES[type].accredits);
/** A filter takes one pass: with several such passes it takes all delegates. */
export const WAITING_PRESS = {
  ...NO_FILTER,
  type: PRESS_PASSES.length > 1 ? null : (PRESS_PASSES[0] ?? null),
  status: "pending",
} as const;
