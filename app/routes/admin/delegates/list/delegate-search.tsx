import { Form, href, Link } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import { TextLink } from "#app/components/links.tsx";
import {
  DELEGATE_SORTS,
  type DelegateFilter,
  type DelegateSort,
  NO_FILTER,
} from "#app/models/delegate/filter.ts";
import { numberText } from "#app/platform/text.ts";
import { FilterFields, FilterSelect, SearchField } from "#app/routes/admin/delegates/filter-fields.tsx";
import { isFilterSet, listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { filterWords } from "#app/vocabulary/admin-passes.ts";
import type { DelegateState } from "#app/vocabulary/delegate-status.ts";

const SORT_NAMES: Record<DelegateSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
};

type DeskSearchProps = React.ComponentProps<typeof FilterFields> & {
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
                <SmallButton id="desk-search-button">Search</SmallButton>
                {isFilterSet(filter) && <TextLink to={listUrl(list)}>Clear search</TextLink>}
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

function filterText({ session, sort, ...filter }: DelegateFilter, sessions: DeskSearchProps["sessions"]) {
  const set = [
    ...filterWords(filter),
    session && (sessions?.find(({ id }) => id === session)?.title ?? "One session"),
    sort !== "newest" && SORT_NAMES[sort],
  ].filter(Boolean);
  return set.length === 0 ? "Filters" : set.join(", ");
}
