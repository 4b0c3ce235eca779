import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { findPass, passName, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";
import { areForPress } from "#app/vocabulary/registration.ts";

const ACCREDITATION = { approve: "Accredit", approved: "Accredited", work: "Published Work" };
const APPROVAL = { approve: "Approve", approved: "Approved", work: "Supporting Link" };

/** Words for decisions on these passes. Those on passes for the press are called accreditations. */
export const decisionWords = (types: readonly RegistrationType[] = DECISION_PASSES) =>
  areForPress(types) ? ACCREDITATION : APPROVAL;

type WithOrganisation = Record<"outlet" | "company", string | null>;
export const getOrganisation = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => findPass(type).needsDecision);

/** Filters may name several passes, joined with full stops, which ids cannot contain. */
export const splitPasses = (passes: string): RegistrationType[] => passes.split(".");
export const passNames = (passes: string): string => splitPasses(passes).map(passName).join(", ");

type DeskTab = { text: string; type: string; status: DelegateStatus };
const judged = DECISION_PASSES.join(".");
const others = REGISTRATION_TYPES.filter((type) => !DECISION_PASSES.includes(type)).join(".");
const TABS: DeskTab[] = [
  { text: "To decide", type: judged, status: "pending" },
  { text: decisionWords().approved, type: judged, status: "confirmed" },
  { text: "To confirm", type: others, status: "pending" },
];
/** The delegate list has a tab for each, with the number of delegates that it shows. */
export const DESK_TABS = TABS.filter(({ type }) => type !== "");

/** Passes and groups of passes to filter by. */
export const PASS_FILTERS = [...new Set([...REGISTRATION_TYPES, ...DESK_TABS.map(({ type }) => type)])];
