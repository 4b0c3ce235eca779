import { Options, SEARCH_INPUT } from "#app/components/form/field.tsx";
import type { DelegateFilter } from "#app/models/delegate/filter.ts";
import { capitalise } from "#app/platform/text.ts";
import { PASS_FILTERS, passNames } from "#app/vocabulary/admin-passes.ts";
import { type DelegateGroup, groupName, LISTED_STATES } from "#app/vocabulary/delegate-status.ts";
import { PRESS_PASS, SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { TRACKS, trackName } from "#app/vocabulary/program.ts";

type SearchFieldProps = { q: string; className?: string; isShort?: boolean };

export const SearchField = ({ q, className = "", isShort = false }: SearchFieldProps) => (
  <label className={`text-base ${className}`}>
    <span className={isShort ? undefined : "font-semibold"}>Search</span>
    <span className={isShort ? "sr-only" : "text-muted"}>
      {" "}
      by name, email, job title, {PRESS_PASS ? "outlet" : "company"} or reference
    </span>
    <input {...SEARCH_INPUT} id="desk-search" defaultValue={q} className="input" />
  </label>
);

type FilterChoicesProps = {
  filter: DelegateFilter;
  /** Null if no speakers are in the delegate list. */
  sessions: { id: number; title: string }[] | null;
  /** Those that are offered now. */
  groups: DelegateGroup[];
};

export function FilterFields({ filter, sessions, groups }: FilterChoicesProps) {
  const only = groups.map((group) => [group, groupName(group)] as const);
  const types = sessions ? [...PASS_FILTERS, SPEAKER_PASS] : PASS_FILTERS;
  return (
    <>
      {types.length > 1 && (
        <FilterSelect
          name="type"
          label="Delegate Type"
          value={filter.type}
          options={types.map((type) => [type, passNames(type)])}
        />
      )}
      {TRACKS.length > 0 && (
        <FilterSelect
          name="track"
          label="Preferred Track"
          value={filter.track}
          options={[...TRACKS.map((track) => [track, trackName(track)] as const), ["none", "Not specified"]]}
        />
      )}
      <FilterSelect
        name="status"
        label="Status"
        value={filter.status}
        options={LISTED_STATES.map((status) => [status, capitalise(status)])}
      />
      {only.length > 0 && <FilterSelect name="only" label="Only" value={filter.only} options={only} />}
      {sessions && sessions.length > 0 && (
        <FilterSelect
          name="session"
          label="Speakers of"
          value={filter.session?.toString() ?? null}
          options={sessions.map(({ id, title }) => [String(id), title])}
        />
      )}
    </>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string | null;
  options: readonly (readonly [value: string, text: string])[];
};

export function FilterSelect({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="text-base">
      <span className="font-semibold">{label}</span>
      <select name={name} defaultValue={value ?? ""} className="input">
        {!["sort", "file"].includes(name) && <option value="">Any</option>}
        <Options of={options.map(([value, text]) => ({ value, label: text }))} />
      </select>
    </label>
  );
}
