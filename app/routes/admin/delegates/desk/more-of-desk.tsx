import { href } from "react-router";
import { Fold } from "#app/components/admin/fold.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { showShortcuts } from "#app/routes/admin/delegates/desk/shortcuts.tsx";
import { csvAddress, deskAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { SemicolonLink } from "#app/routes/admin/import/list-files.tsx";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { countedDelegates } from "#app/vocabulary/delegate-status.ts";

type MoreOfDeskProps = React.PropsWithChildren<{
  filter: DelegateFilter;
  page: number;
  /** The delegates who match by now, and are in the file. */
  current: number;
  standing: number;
  areEmailsLeaving: boolean;
}>;

export function MoreOfDesk(props: MoreOfDeskProps) {
  const { filter, page, current, standing, areEmailsLeaving, children } = props;
  return (
    <Fold label="More">
      <ul className="grid gap-2">
        {children}
        {standing > 0 && (
          <>
            <li>
              <TextLink to={deskAddress(filter, page, { bulk: "" })} preventScrollReset>
                Change all {standing}
              </TextLink>
            </li>
            <li>
              <TextLink to={deskAddress({ ...filter, asOf: null }, page)} preventScrollReset>
                Refresh the list
              </TextLink>
            </li>
          </>
        )}
        {areEmailsLeaving && (
          <li>
            <TextLink to={deskAddress(filter, page, { mail: "" })} preventScrollReset>
              Follow the emails
            </TextLink>
          </li>
        )}
        {current > 0 && (
          <>
            <li>
              <a href={csvAddress(filter)} download className="text-link">
                Export {countedDelegates(current)} as CSV
              </a>
            </li>
            <li className="empty:hidden">
              <SemicolonLink address={csvAddress(filter)} />
            </li>
          </>
        )}
        <li>
          <TextLink to={href("/admin/delegates/import")}>Import</TextLink>
        </li>
        <li>
          <TextLink to={href("/admin/messages")}>Messages</TextLink>
        </li>
        <li>
          <a href={href("/admin/delegates/badges")} className="text-link">
            Badges
          </a>
        </li>
        <li>
          <a href={href("/admin/delegates/door-list")} className="text-link">
            Door list
          </a>
        </li>
        {useHydrated() && standing > 0 && (
          <li className="max-lg:pointer-coarse:hidden">
            <button type="button" className="text-link" onClick={showShortcuts}>
              Keyboard shortcuts
            </button>
          </li>
        )}
      </ul>
    </Fold>
  );
}

type SelectAllProps = { text: string; isAll: boolean; onSelect: (isOn: boolean) => void };

/** Needs script; without it, 'Change all' does the same. */
export function SelectAll({ text, isAll, onSelect }: SelectAllProps) {
  if (!useHydrated()) return null;
  return (
    <li>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-6 accent-link"
          checked={isAll}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
        {text}
      </label>
    </li>
  );
}
