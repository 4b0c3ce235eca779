import { Form, href, Link } from "react-router";
import { focusTarget } from "#app/components/focus.ts";
import {
  DELEGATE_SORTS,
  type DelegateFilter,
  type DelegateSort,
  NO_FILTER,
  pendingWith,
} from "#app/models/delegate/filter.ts";
import { csvAddress, deskAddress, isFiltering, rowNameId } from "#app/routes/admin/delegates/desk-address.ts";
import { Choice, FilterChoices } from "#app/routes/admin/delegates/filter-choices.tsx";
import { SemicolonLink } from "#app/routes/admin/import/list-files.tsx";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";
import { passName, type RegistrationType } from "#app/vocabulary/pass.ts";
import { DECIDING } from "#app/vocabulary/passes-in-panel.ts";

const SORT_NAMES: Record<DelegateSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
};

type DeskSearchProps = {
  filter: DelegateFilter;
  sessions: { id: number; title: string }[] | null;
  matching: number;
  /** The delegates who match by now, and are in the file. */
  current: number;
  toDecide: { type: RegistrationType; count: number }[];
  firstId: number | undefined;
};

export function DeskSearch({ filter, sessions, matching, current, toDecide, firstId }: DeskSearchProps) {
  return (
    <>
      <search>
        <Form
          // The fields keep what is typed while the list is the same, of whatever moment.
          key={deskAddress({ ...filter, asOf: null })}
          action={href("/admin/delegates")}
          className="grid grid-cols-2 items-end gap-4 max-[22.5rem]:grid-cols-1 lg:grid-cols-6"
        >
          <FilterChoices
            {...{ filter, sessions }}
            searchClass="col-span-full"
            found={isFiltering(filter) && <Found count={matching} firstId={firstId} />}
          />
          <Choice
            name="sort"
            label="Order"
            value={filter.sort}
            options={DELEGATE_SORTS.map((sort) => [sort, SORT_NAMES[sort]])}
          />
          <div className="col-span-full flex flex-wrap items-center gap-4 lg:col-span-2">
            <button type="submit" id="desk-search-button" className="button">
              Search
            </button>
            {isFiltering(filter) && (
              <Link to={deskAddress({ ...NO_FILTER, sort: filter.sort })} className="text-link text-base">
                Clear search
              </Link>
            )}
          </div>
        </Form>
      </search>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-base md:mt-6">
        {toDecide.map(({ type, count }) => (
          <TextLink key={type} to={deskAddress(pendingWith(type))} preventScrollReset>
            {DECIDING.waiting(passName(type))} ({count})
          </TextLink>
        ))}
        {matching > 0 && (
          <>
            <a href={csvAddress(filter)} download className="text-link">
              Export {countedDelegates(current)} as CSV
            </a>
            <SemicolonLink address={csvAddress(filter)} />
          </>
        )}
        <TextLink to={href("/admin/delegates/import")}>Import</TextLink>
      </p>
    </>
  );
}

/** On a phone the list begins below the window, so its length is told here too. */
const Found = ({ count, firstId }: { count: number; firstId: number | undefined }) => (
  <p className="col-span-full -mt-3 -mb-2 flex flex-wrap gap-x-4 text-base md:hidden">
    <span>{count === 0 ? "No one found." : `${countedDelegates(count)} found.`}</span>
    {firstId !== undefined && (
      <a href={`#${rowNameId(firstId)}`} className="text-link" onClick={focusTarget}>
        Go to the list
      </a>
    )}
  </p>
);
