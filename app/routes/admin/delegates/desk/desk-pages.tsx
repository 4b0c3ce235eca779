import { Link } from "react-router";
import { PageTurns } from "#app/components/admin/page-turns.tsx";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";

/**
 * Which of the delegates are shown, and the way to the others: the page stays there, where the focus is. Repeated below
 * the list it is links alone, which lead to its beginning.
 */
export function DeskPages({
  filter,
  page,
  pageCount,
  matching,
  first,
  last,
  isRepeated = false,
}: {
  filter: DelegateFilter;
  page: number;
  pageCount: number;
  matching: number;
  /** The places of the first and the last one shown, from 1. */
  first: number;
  last: number;
  isRepeated?: boolean;
}) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      {!isRepeated && (
        <>
          <p>
            Showing {first === last ? first : `${first}–${last}`} of {matching}
          </p>
          {/* There from the beginning, so that nothing moves once somebody has been changed. */}
          <Link to={deskAddress({ ...filter, asOf: null }, page)} className="text-link" preventScrollReset>
            Refresh the list
          </Link>
        </>
      )}
      {pageCount > 1 && (
        <nav aria-label={isRepeated ? "Pages, below the list" : "Pages"} className="flex gap-6">
          <PageTurns
            {...{ page, pageCount }}
            link={(to, text) => (
              <Link to={deskAddress(filter, to)} className="text-link" preventScrollReset={!isRepeated}>
                {text}
              </Link>
            )}
          />
        </nav>
      )}
    </div>
  );
}
