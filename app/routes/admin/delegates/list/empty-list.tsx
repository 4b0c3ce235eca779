import { href, Link } from "react-router";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { isFilterSet, listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";

export function NoRegistrations() {
  return (
    <>
      <p>No delegates registered yet</p>
      <p className="mt-2">
        Delegates appear here when they register. Share the form:{" "}
        <TextLink to={href("/register")}>Delegate Registration</TextLink>. To add delegates from a
        spreadsheet, use <TextLink to={href("/admin/delegates/import")}>Import</TextLink>.
      </p>
    </>
  );
}

export function NoMatches({ filter: { q, sort, ...choices } }: { filter: DelegateFilter }) {
  return (
    <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-ink border-t-3 pt-4">
      <span>No delegates match this search.</span>{" "}
      {q !== "" && isFilterSet({ ...choices, q: "", sort }) && (
        <>
          <Link to={listUrl({ ...NO_FILTER, q, sort })} className="text-link wrap-anywhere">
            Search all delegates for “{q}”
          </Link>{" "}
        </>
      )}
      <TextLink to={href("/admin/delegates")}>Show all delegates</TextLink>
    </div>
  );
}
