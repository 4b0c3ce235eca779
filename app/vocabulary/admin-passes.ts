import { capitalise } from "#app/platform/text.ts";
import {
  DELEGATE_STATUSES,
  type DelegateChange,
  type DelegateGroup,
  type DelegateState,
  groupName,
  PAYMENTS,
  WAITING_STATES,
} from "#app/vocabulary/delegate-status.ts";
import {
  findPass,
  isPaidFor,
  passName,
  REGISTRATION_TYPES,
  type RegistrationType,
} from "#app/vocabulary/pass.ts";
import { type Track, trackName } from "#app/vocabulary/program.ts";
import { areForPress } from "#app/vocabulary/registration.ts";

const ACCREDITATION = { approve: "Accredit", approved: "Accredited", work: "Published Work" };
const APPROVAL = { approve: "Approve", approved: "Approved", work: "Supporting Link" };
const CONFIRMATION = { approve: "Confirm", approved: "Confirmed", work: "Supporting Link" };

/** Words for decisions on these passes. Those on passes for the press are called accreditations. */
export const decisionWords = (types: readonly RegistrationType[] = DECISION_PASSES) => {
  if (areForPress(types)) return ACCREDITATION;
  return types.some((type) => !findPass(type).needsDecision) ? CONFIRMATION : APPROVAL;
};

/** A state, or a status in the word of the button that sets it. */
export function statusName(status: DelegateState | DelegateChange, types: readonly RegistrationType[]) {
  if (status === "paid" || status === "unpaid") return `Mark as ${groupName(status).toLowerCase()}`;
  return status === "confirmed" ? decisionWords(types).approved : capitalise(status);
}

/** The changes that the desk offers for delegates with these passes. */
export const listChanges = (types: readonly RegistrationType[]): DelegateChange[] =>
  types.some(isPaidFor) ? [...DELEGATE_STATUSES, ...PAYMENTS] : [...DELEGATE_STATUSES];

/** The words after a name or a number, as in '3 delegates accredited'. */
export function statusChangeWords(status: DelegateChange, types: readonly RegistrationType[]): string {
  if (status === "paid" || status === "unpaid") return `marked as ${groupName(status).toLowerCase()}`;
  if (status === "pending") return "set back to pending";
  return status === "attended" ? "marked as attended" : statusName(status, types).toLowerCase();
}

type WithOrganisation = Record<"outlet" | "company", string | null>;
export const getOrganisation = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => findPass(type).needsDecision);

/** Filters may name several passes, joined with full stops, which ids cannot contain. */
export const splitPasses = (passes: string): RegistrationType[] => passes.split(".");
export const passNames = (passes: string): string => splitPasses(passes).map(passName).join(", ");

/** Returns the passes that a list may contain, by its filter. */
export const listedPasses = (filter: { type: string | null }): readonly RegistrationType[] =>
  filter.type === null ? REGISTRATION_TYPES : splitPasses(filter.type);

type DeskTab = { text: string; type: string | null; status: DelegateState };
const judged = DECISION_PASSES.join(".");
const others = REGISTRATION_TYPES.filter((type) => !DECISION_PASSES.includes(type)).join(".");
const TABS: DeskTab[] = [
  { text: "To decide", type: judged, status: "pending" },
  { text: decisionWords().approved, type: judged, status: "confirmed" },
  { text: "To confirm", type: others, status: "pending" },
];
/** The delegate list has a tab for each, with the number of delegates that it shows. */
export const DESK_TABS: DeskTab[] = [
  ...TABS.filter(({ type }) => type !== ""),
  ...WAITING_STATES.map((status) => ({ text: "Waiting", type: null, status })),
];

/** Passes and groups of passes to filter by. */
export const PASS_FILTERS = [
  ...new Set([...REGISTRATION_TYPES, ...DESK_TABS.flatMap(({ type }) => type ?? [])]),
];

/** What a list of delegates can be filtered by, besides a search text and a session. */
export type FilterChoices = {
  /** A pass, or several as joined by PASS_FILTERS. */
  type: RegistrationType | null;
  track: Track | "none" | null;
  status: DelegateState | null;
  only: DelegateGroup | null;
};

export const filterWords = ({ type, track, status, only }: FilterChoices): string[] =>
  [
    type && passNames(type),
    track && (track === "none" ? "No track" : trackName(track)),
    status && capitalise(status),
    only && groupName(only),
  ].flatMap((word) => word || []);
