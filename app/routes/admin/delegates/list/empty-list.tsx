import { href } from "react-router";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { isFilterSet, listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { ButtonLink, SmallLink } from "#app/routes/admin/ui-elements.tsx";

export const NoRegistrations = () => (
  <EmptyState
    title="No delegates registered yet"
    text="Delegates appear here when they register. Share the form, or add delegates from a spreadsheet."
  >
    <ButtonLink to={href("/register")}>Delegate Registration</ButtonLink>
    <SmallLink to={href("/admin/delegates/import")}>Import</SmallLink>
  </EmptyState>
);

export const NoMatches = ({ filter: { q, sort, ...choices } }: { filter: DelegateFilter }) => (
  <EmptyState title="No delegates match this search.">
    {q !== "" && isFilterSet({ ...choices, q: "", sort }) && (
      <SmallLink to={listUrl({ ...NO_FILTER, q, sort })}>Search all delegates for “{q}”</SmallLink>
    )}
    <SmallLink to={href("/admin/delegates")}>Show all delegates</SmallLink>
  </EmptyState>
);
