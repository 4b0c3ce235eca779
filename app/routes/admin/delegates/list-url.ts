import { href } from "react-router";
import { DELEGATE_SORTS, type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { readPageNumber } from "#app/platform/pages.ts";
import { PASS_FILTERS } from "#app/vocabulary/admin-passes.ts";
import { DELEGATE_GROUPS, LISTED_STATES } from "#app/vocabulary/delegate-status.ts";
import { SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS } from "#app/vocabulary/program.ts";

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((known) => known === value) ?? null;

const numberOf = (text: string | null) =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;

/** Reads the filter and the page number from a URL. Unknown values are ignored. */
export function readListUrl(params: URLSearchParams): { filter: DelegateFilter; page: number } {
  return {
    filter: {
      q: (params.get("q") ?? "").trim().slice(0, 200),
      type: oneOf([...PASS_FILTERS, SPEAKER_PASS], params.get("type")),
      track: oneOf([...TRACKS, "none"] as const, params.get("track")),
      status: oneOf(LISTED_STATES, params.get("status")),
      only: oneOf(DELEGATE_GROUPS, params.get("only")),
      session: numberOf(params.get("session")),
      sort: oneOf(DELEGATE_SORTS, params.get("sort")) ?? "newest",
    },
    page: readPageNumber(params),
  };
}

/** A filter, the page (1 by default) and further parameters, such as { bulk: "" }. */
type List = [filter: DelegateFilter, page?: number, more?: Record<string, string>];

/** Returns the URL of a delegate list page. */
export const listUrl = (...list: List): string => href("/admin/delegates") + queryOf(list);

export const csvUrl = (...list: List): string => href("/admin/delegates.csv") + queryOf(list);

/** Returns the URL of badges to print. `more` may contain the `id` of a delegate, or `labels`. */
export const badgesUrl = (...list: List): string => href("/admin/delegates/badges") + queryOf(list);

export const doorListUrl = (...list: List): string => href("/admin/delegates/door-list") + queryOf(list);

/** Returns the URL to which forms post that begin a message to the delegates on a list. */
export const newMessageUrl = (...list: List): string => href("/admin/messages") + queryOf(list);

export const delegateUrl = (id: number, ...list: List): string =>
  href("/admin/delegates/:id", { id: String(id) }) + queryOf(list);

/** URLs omit values that are the same as in the whole list. */
const WHOLE_LIST: Record<string, string | number | null> = { ...NO_FILTER, page: 1 };

function queryOf([filter, page = 1, more = {}]: List): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, page }))
    if (value !== WHOLE_LIST[name]) params.set(name, String(value));
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return params.size === 0 ? "" : `?${params}`;
}

export const isFilterSet = ({ q, sort: _, ...choices }: DelegateFilter): boolean =>
  q !== "" || Object.values(choices).some((one) => one !== null);

export const rowNameElementId = (id: number): string => `${rowElementId(id)}-name`;

export const rowElementId = (id: number, isOpen = false): string => `delegate-${id}${isOpen ? "-facts" : ""}`;

export const messageUrl = (id: number): string => href("/admin/messages/:id", { id: String(id) });

export const confirmationUrl = (id: number, dialog: "stop" | "delete") => `${messageUrl(id)}?${dialog}`;

export const MESSAGE_STATE_ELEMENT_ID = "state";
