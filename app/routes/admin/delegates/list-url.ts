import { href } from "react-router";
import { DELEGATE_SORTS, type DelegateFilter } from "#app/models/delegate/filter.ts";
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

/** Returns the URL of a delegate list page. `more` adds parameters, such as { bulk: "" }. */
export const listUrl = (filter: DelegateFilter, page = 1, more: Record<string, string> = {}): string =>
  href("/admin/delegates") + queryOf(filter, page, more);

export const csvUrl = (filter: DelegateFilter): string => href("/admin/delegates.csv") + queryOf(filter);

/** Returns the URL of badges to print. `more` may contain the `id` of a delegate, or `labels`. */
export const badgesUrl = (filter: DelegateFilter, page = 1, more: Record<string, string> = {}): string =>
  href("/admin/delegates/badges") + queryOf(filter, page, more);

export const doorListUrl = (filter: DelegateFilter, page = 1): string =>
  href("/admin/delegates/door-list") + queryOf(filter, page);

/** Returns the URL to which forms post that begin a message to the delegates on a list. */
export const newMessageUrl = (filter: DelegateFilter, page = 1): string =>
  href("/admin/messages") + queryOf(filter, page);

export const delegateUrl = (
  id: number,
  filter: DelegateFilter,
  page = 1,
  more: Record<string, string> = {},
): string => href("/admin/delegates/:id", { id: String(id) }) + queryOf(filter, page, more);

function queryOf(
  { q, type, track, status, only, session, sort }: DelegateFilter,
  page = 1,
  more: Record<string, string> = {},
): string {
  const params = new URLSearchParams();
  const say = (name: string, value: string | null, unless: string) => {
    if (value !== null && value !== unless) params.set(name, value);
  };
  say("q", q, "");
  say("type", type, "");
  say("track", track, "");
  say("status", status, "");
  say("only", only, "");
  say("session", session?.toString() ?? null, "");
  say("sort", sort, "newest");
  say("page", String(page), "1");
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
