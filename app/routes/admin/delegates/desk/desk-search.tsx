import { Form, href, Link } from "react-router";
import { Fold } from "#app/components/admin/fold.tsx";
import {
  DELEGATE_SORTS,
  type DelegateFilter,
  type DelegateSort,
  NO_FILTER,
  pendingWith,
} from "#app/models/delegate/filter.ts";
import { capitalise } from "#app/platform/text.ts";
import { deskAddress, isFiltering } from "#app/routes/admin/delegates/desk-address.ts";
import { Choice, FilterChoices, SearchField } from "#app/routes/admin/delegates/filter-choices.tsx";
import { DECISION_WORDS } from "#app/vocabulary/admin-passes.ts";
import { passName, passOf, type RegistrationType } from "#app/vocabulary/pass.ts";
import { trackName } from "#app/vocabulary/program.ts";

const SORT_NAMES: Record<DelegateSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
};

type DeskSearchProps = {
  filter: DelegateFilter;
  sessions: { id: number; title: string }[] | null;
  toDecide: { type: RegistrationType; count: number }[];
};

export function DeskSearch({ filter, sessions, toDecide }: DeskSearchProps) {
  const list = { ...NO_FILTER, sort: filter.sort };
  return (
    <div className="desk-tools">
      <nav aria-label="Delegates" className="segments">
        {toDecide.map(({ type, count }) => (
          <Segment key={type} filter={filter} to={{ ...pendingWith(type), sort: filter.sort }}>
            {`${passOf(type).accredits ? DECISION_WORDS.passes(passName(type)) : passName(type)} ${count}`}
            <span className="sr-only"> to {passOf(type).accredits ? "decide on" : "confirm"}</span>
          </Segment>
        ))}
        <Segment filter={filter} to={list}>
          All
        </Segment>
      </nav>
      <search>
        <Form
          // The key keeps the input until the filter changes.
          key={deskAddress({ ...filter, asOf: null })}
          action={href("/admin/delegates")}
          className="desk-search"
        >
          <SearchField q={filter.q} isShort />
          <Fold
            label={<span>{filterText(filter, sessions)}</span>}
            className="desk-filters"
            panel={{ className: "fold-panel card md:w-80" }}
          >
            <div className="grid gap-3">
              <FilterChoices {...{ filter, sessions }} />
              <Choice
                name="sort"
                label="Order"
                value={filter.sort}
                options={DELEGATE_SORTS.map((sort) => [sort, SORT_NAMES[sort]])}
              />
              <p className="flex flex-wrap items-center gap-4">
                <button type="submit" id="desk-search-button" className="small-button">
                  Search
                </button>
                {isFiltering(filter) && (
                  <Link to={deskAddress(list)} className="text-link">
                    Clear search
                  </Link>
                )}
              </p>
            </div>
          </Fold>
        </Form>
      </search>
    </div>
  );
}

type SegmentProps = { filter: DelegateFilter; to: DelegateFilter; children: React.ReactNode };

const Segment = ({ filter, to, children }: SegmentProps) => (
  <Link
    to={deskAddress(to)}
    aria-current={deskAddress({ ...filter, asOf: null }) === deskAddress(to) ? "page" : undefined}
    preventScrollReset
  >
    {children}
  </Link>
);

function filterText(
  { type, track, status, session, sort }: DelegateFilter,
  sessions: DeskSearchProps["sessions"],
): string {
  const set = [
    type && passName(type),
    track && (track === "none" ? "No track" : trackName(track)),
    status && capitalise(status),
    session && (sessions?.find(({ id }) => id === session)?.title ?? "One session"),
    sort !== "newest" && SORT_NAMES[sort],
  ].filter(Boolean);
  return set.length === 0 ? "Filters" : set.join(", ");
}
