import { href } from "react-router";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
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
import { TextLink } from "#app/routes/admin/ui-elements.tsx";
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
  const screens: [text: string, to: string, isShown?: boolean][] = [
    [`Change all ${matching}`, listUrl(filter, page, { bulk: "" }), matching > 0],
    ["Refresh the list", listUrl(filter, page)],
    ["Import", href("/admin/delegates/import")],
  ];
  const forThese = isFilterSet(filter) ? ` for these ${matching}` : "";
  const passes = isFilterSet(filter) ? [] : REGISTRATION_TYPES;
  const documents = [
    [`Badges${forThese}`, badgesUrl(filter)],
    ...passes.map((type) => [`Badges: ${passName(type)}`, badgesUrl({ ...NO_FILTER, type })]),
    [`Door list${forThese}`, doorListUrl(filter)],
  ];
  return (
    <Disclosure label="More">
      {children}
      {screens.map(
        ([text, to, isShown = true]) =>
          isShown && (
            <p key={text}>
              <TextLink to={to} preventScrollReset>
                {text}
              </TextLink>
            </p>
          ),
      )}
      {matching > 0 && (
        <p>
          <a href={csvUrl(filter)} className="text-link">
            Export {delegateCountText(matching)} as CSV
          </a>
        </p>
      )}
      {documents.map(([text, url]) => (
        <p key={text}>
          <a href={url} className="text-link">
            {text}
          </a>
        </p>
      ))}
      {isHydrated && (
        <button
          type="button"
          className="text-link justify-self-start max-lg:pointer-coarse:hidden"
          onClick={showShortcuts}
        >
          Keyboard shortcuts
        </button>
      )}
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
