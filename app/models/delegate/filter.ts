import type { FilterChoices } from "#app/vocabulary/admin-passes.ts";
import type { RegistrationType } from "#app/vocabulary/pass.ts";

export const DELEGATE_SORTS = ["newest", "oldest", "name"] as const;
export type DelegateSort = (typeof DELEGATE_SORTS)[number];

export type DelegateFilter = FilterChoices & { q: string; session: number | null; sort: DelegateSort };

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
