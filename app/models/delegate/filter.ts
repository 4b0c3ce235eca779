import type { DelegateGroup, DelegateState } from "#app/vocabulary/delegate-status.ts";
import type { RegistrationType } from "#app/vocabulary/pass.ts";
import type { Track } from "#app/vocabulary/program.ts";

export const DELEGATE_SORTS = ["newest", "oldest", "name"] as const;
export type DelegateSort = (typeof DELEGATE_SORTS)[number];

export type DelegateFilter = {
  q: string;
  /** A pass, or several as joined by PASS_FILTERS. */
  type: RegistrationType | null;
  track: Track | "none" | null;
  status: DelegateState | null;
  only: DelegateGroup | null;
  session: number | null;
  sort: DelegateSort;
};

export const NO_FILTER: DelegateFilter = {
  q: "",
  type: null,
  track: null,
  status: null,
  only: null,
  session: null,
  sort: "newest",
};

export const pendingFilter = (type: RegistrationType): DelegateFilter => ({
  ...NO_FILTER,
  type,
  status: "pending",
});
