import { Form, href, Link } from "react-router";
import {
  DELEGATE_SORTS,
  type DelegateFilter,
  type DelegateSort,
  NO_FILTER,
} from "#app/models/delegate/filter.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { csvAddress, deskAddress, isFiltering } from "#app/routes/admin/delegates/desk-address.ts";
import { countedDelegates, DELEGATE_STATUSES } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPE_NAMES, REGISTRATION_TYPES } from "#app/vocabulary/registration.ts";
import { TRACK_NAMES, TRACKS } from "#app/vocabulary/track.ts";

const SORT_NAMES: Record<DelegateSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
};

/** The search as a form that makes an address, and two addresses that are often wanted. */
export function DeskSearch({
  filter,
  matching,
  press,
}: {
  filter: DelegateFilter;
  matching: number;
  press: number;
}) {
  return (
    <>
      <search>
        <Form
          key={deskAddress(filter)}
          action={href("/admin/delegates")}
          className="grid grid-cols-2 items-end gap-4 lg:grid-cols-6"
        >
          <label className="col-span-2 text-base lg:col-span-6">
            <span className="font-semibold">Search</span>
            <span className="text-muted"> by name, email, job title, outlet or reference</span>
            <input
              type="search"
              id="desk-search"
              name="q"
              defaultValue={filter.q}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              className="input"
            />
          </label>
          <Choice
            name="type"
            label="Delegate Type"
            value={filter.type}
            options={REGISTRATION_TYPES.map((type) => [type, REGISTRATION_TYPE_NAMES[type]])}
          />
          <Choice
            name="track"
            label="Preferred Track"
            value={filter.track}
            options={[
              ...TRACKS.map((track) => [track, TRACK_NAMES[track]] as const),
              ["none", "Not specified"],
            ]}
          />
          <Choice
            name="status"
            label="Status"
            value={filter.status}
            options={DELEGATE_STATUSES.map((status) => [status, capitalise(status)])}
          />
          <Choice
            name="sort"
            label="Order"
            value={filter.sort}
            options={DELEGATE_SORTS.map((sort) => [sort, SORT_NAMES[sort]])}
          />
          <div className="col-span-2 flex flex-wrap items-center gap-4">
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
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-base">
        <Link to={deskAddress({ ...NO_FILTER, ...WAITING_PRESS })} className="text-link" preventScrollReset>
          Press accreditation ({press})
        </Link>
        {matching > 0 && (
          <a href={csvAddress(filter)} download className="text-link">
            Export {countedDelegates(matching)} as CSV
          </a>
        )}
      </p>
    </>
  );
}

/** Journalists who wait to be accredited or declined. */
const WAITING_PRESS = { type: "media_pass", status: "pending" } as const;

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string | null;
  options: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <label className="text-base">
      <span className="font-semibold">{label}</span>
      <select name={name} defaultValue={value ?? ""} className="input">
        {name !== "sort" && <option value="">Any</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
