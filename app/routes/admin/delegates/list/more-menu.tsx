import { href, Link } from "react-router";
import { Disclosure, MenuGroup } from "#app/components/admin/disclosure.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { type DelegateFilter, NO_FILTER } from "#app/models/delegate/filter.ts";
import { showShortcuts } from "#app/routes/admin/delegates/list/shortcuts.tsx";
import {
  badgesUrl,
  csvUrl,
  doorListUrl,
  isFilterSet,
  listUrl,
} from "#app/routes/admin/delegates/list-url.ts";
import { delegateCountText } from "#app/vocabulary/delegate-status.ts";
import { passName, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

type MoreMenuProps = React.PropsWithChildren<{
  filter: DelegateFilter;
  page: number;
  matching: number;
}>;

export function MoreMenu(props: MoreMenuProps) {
  const { filter, page, matching, children } = props;
  const isHydrated = useHydrated();
  const forThese = isFilterSet(filter) ? ` for these ${matching}` : "";
  const passes = isFilterSet(filter) ? [] : REGISTRATION_TYPES;
  const documents = [
    [`Badges${forThese}`, badgesUrl(filter)],
    ...passes.map((type) => [`Badges: ${passName(type)}`, badgesUrl({ ...NO_FILTER, type })]),
    [`Door list${forThese}`, doorListUrl(filter)],
  ];
  return (
    <Disclosure label="More">
      <MenuGroup>
        {children}
        {matching > 0 && (
          <Link to={listUrl(filter, page, { bulk: "" })} preventScrollReset>
            Change all {matching}
          </Link>
        )}
        <Link to={listUrl(filter, page)} preventScrollReset>
          Refresh the list
        </Link>
      </MenuGroup>
      <MenuGroup>
        <Link to={href("/admin/delegates/import")}>Import</Link>
        {matching > 0 && <a href={csvUrl(filter)}>Export {delegateCountText(matching)} as CSV</a>}
      </MenuGroup>
      <MenuGroup>
        {documents.map(([text, url]) => (
          <a key={text} href={url}>
            {text}
          </a>
        ))}
        {isHydrated && (
          <button type="button" className="max-lg:pointer-coarse:hidden" onClick={showShortcuts}>
            Keyboard shortcuts
          </button>
        )}
      </MenuGroup>
    </Disclosure>
  );
}

type SelectAllProps = { isAll: boolean; onSelect: (isOn: boolean) => void };

/** Requires JavaScript. Without it, organisers use 'Change all'. */
export function SelectAllCheckbox({ isAll, onSelect }: SelectAllProps) {
  if (!useHydrated()) return null;
  return (
    <label className="flex min-h-6 items-center justify-center gap-2 max-lg:justify-start">
      <input
        type="checkbox"
        className="size-5 accent-link"
        checked={isAll}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <span className="lg:sr-only">Select all on this page</span>
    </label>
  );
}
