import { Form, href, Link } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import {
  DELEGATE_SORTS,
  type DelegateFilter,
  type DelegateSort,
  NO_FILTER,
} from "#app/models/delegate/filter.ts";
import { capitalise, numberText } from "#app/platform/text.ts";
import { FilterFields, FilterSelect, SearchField } from "#app/routes/admin/delegates/filter-fields.tsx";
import { isFilterSet, listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { passNames } from "#app/vocabulary/admin-passes.ts";
import { type DelegateGroup, type DelegateState, groupName } from "#app/vocabulary/delegate-status.ts";
import { trackName } from "#app/vocabulary/program.ts";

const SORT_NAMES: Record<DelegateSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
};

type DeskSearchProps = {
  filter: DelegateFilter;
  sessions: { id: number; title: string }[] | null;
  groups: DelegateGroup[];
  total: number;
  tabs: { text: string; type: string | null; status: DelegateState; count: number }[];
};

export function DelegateSearch({ filter, sessions, groups, total, tabs }: DeskSearchProps) {
  const list = { ...NO_FILTER, sort: filter.sort };
  return (
    <div className="desk-tools">
      <nav aria-label="Delegates" className="segments">
        {tabs.map(({ text, type, status, count }) => (
          <Segment key={text} filter={filter} to={{ ...list, type, status }}>
            {text} <span>{numberText(count)}</span>
          </Segment>
        ))}
        <Segment filter={filter} to={list}>
          All <span>{numberText(total)}</span>
        </Segment>
      </nav>
      <search>
        <Form
          // The key keeps the input until the filter changes.
          key={listUrl(filter)}
          action={href("/admin/delegates")}
          className="desk-search"
        >
          <SearchField q={filter.q} isShort />
          <Disclosure
            label={<span>{filterText(filter, sessions)}</span>}
            className="desk-filters"
            panel={{ className: "fold-panel card md:w-80" }}
          >
            <div className="grid gap-3">
              <FilterFields {...{ filter, sessions, groups }} />
              <FilterSelect
                name="sort"
                label="Order"
                value={filter.sort}
                options={DELEGATE_SORTS.map((sort) => [sort, SORT_NAMES[sort]])}
              />
              <p className="flex flex-wrap items-center gap-4">
                <button type="submit" id="desk-search-button" className="small-button">
                  Search
                </button>
                {isFilterSet(filter) && (
                  <Link to={listUrl(list)} className="text-link">
                    Clear search
                  </Link>
                )}
              </p>
            </div>
          </Disclosure>
        </Form>
      </search>
    </div>
  );
}

type SegmentProps = { filter: DelegateFilter; to: DelegateFilter; children: React.ReactNode };

const Segment = ({ filter, to, children }: SegmentProps) => (
  <Link
    to={listUrl(to)}
    aria-current={listUrl(filter) === listUrl(to) ? "page" : undefined}
    preventScrollReset
  >
    {children}
  </Link>
);

function filterText(
  { type, track, status, only, session, sort }: DelegateFilter,
  sessions: DeskSearchProps["sessions"],
): string {
  const set = [
    type && passNames(type),
    track && (track === "none" ? "No track" : trackName(track)),
    status && capitalise(status),
    only && groupName(only),
    session && (sessions?.find(({ id }) => id === session)?.title ?? "One session"),
    sort !== "newest" && SORT_NAMES[sort],
  ].filter(Boolean);
  return set.length === 0 ? "Filters" : set.join(", ");
}
