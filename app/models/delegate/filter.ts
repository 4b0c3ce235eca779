import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { PASSES, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";
import type { Track } from "#app/vocabulary/program.ts";

export const DELEGATE_SORTS = ["newest", "oldest", "name"] as const;
export type DelegateSort = (typeof DELEGATE_SORTS)[number];

/** Which delegates the desk shows, and in which order; null where it does not matter. */
export type DelegateFilter = {
  /** Words of the name, email, job title, outlet or reference; all of them have to be found. */
  q: string;
  type: RegistrationType | null;
  track: Track | "none" | null;
  status: DelegateStatus | null;
  sort: DelegateSort;
  /** Whether the list is to stay as it was, however its people have changed since. */
  asOf: ListMoment | null;
};

/** What a page knew that was read then: the last change of anybody's status, and the newest delegate. */
export type ListMoment = { revision: number; latestId: number };

export const NO_FILTER: DelegateFilter = {
  q: "",
  type: null,
  track: null,
  status: null,
  sort: "newest",
  asOf: null,
};

/** The passes whose holders organisers accredit or decline. */
export const PRESS_PASSES = REGISTRATION_TYPES.filter((type) => PASSES[type].accredits);
/** The delegates who wait for that. A filter takes one pass, so with several such passes it takes all delegates. */
export const WAITING_PRESS = {
  ...NO_FILTER,
  type: PRESS_PASSES.length > 1 ? null : (PRESS_PASSES[0] ?? null),
  status: "pending",
} as const;
