import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { JumpLinks } from "#app/components/admin/disclosure.tsx";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { SmallButton } from "#app/components/buttons-and-badge.tsx";
import { SEARCH_INPUT } from "#app/components/form/field.tsx";
import { foldText } from "#app/models/delegate/search-text.ts";

export function useListQuery() {
  const [params] = useSearchParams();
  return useState(params.get("q") ?? "");
}

/** Returns true if the texts together contain all words of the query, ignoring case and accents. */
export function matchesQuery(q: string, ...texts: (string | null)[]): boolean {
  const searched = foldText(texts.join("\n"));
  return foldText(q)
    .split(" ")
    .every((word) => searched.includes(word));
}

type FoundProps = {
  q: string;
  onQuery: (q: string) => void;
  /** Plural noun for the items, such as 'speakers'. */
  what: string;
};

export type ListToolsProps = FoundProps & { places: React.ComponentProps<typeof JumpLinks>["places"] };

export const ListTools = ({ places, ...search }: ListToolsProps) => (
  <>
    <Search {...search} />
    {(search.q !== "" || places.length > 1) && <JumpLinks places={places} />}
  </>
);

/** Filters as the user types. Without JavaScript, the button loads the page with `?q=`. */
const Search = ({ q, onQuery, what }: FoundProps) => (
  <Form
    role="search"
    action="."
    replace
    preventScrollReset
    className="list-search flex items-end gap-1.5 max-lg:my-1 max-lg:grow max-lg:basis-3/5"
  >
    {/* The button beside the field is its visible label. */}
    <label className="max-lg:grow">
      <span className="sr-only">{`Search ${what}`}</span>
      <input
        {...SEARCH_INPUT}
        value={q}
        onChange={({ target }) => onQuery(target.value)}
        className="input mt-0 min-h-9 min-w-16 px-2 py-0"
      />
    </label>
    <SmallButton>Search</SmallButton>
  </Form>
);

export const NothingFound = ({ q, onQuery, what }: FoundProps) => (
  <EmptyState title={`No ${what} match “${q}”.`}>
    <Link to="." className="small-button" onClick={() => onQuery("")}>
      Clear search
    </Link>
  </EmptyState>
);
