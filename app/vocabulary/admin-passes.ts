import { areForPress, findPass, REGISTRATION_TYPES, type RegistrationType } from "#app/vocabulary/pass.ts";

const ACCREDITATION = { approve: "Accredit", approved: "Accredited", work: "Published Work" };
const APPROVAL = { approve: "Approve", approved: "Approved", work: "Supporting Link" };

/** Words for decisions on these passes. Those on passes for the press are called accreditations. */
export const decisionWords = (types: readonly RegistrationType[] = DECISION_PASSES) =>
  areForPress(types) ? ACCREDITATION : APPROVAL;

type WithOrganisation = Record<"outlet" | "company", string | null>;
export const getOrganisation = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => findPass(type).needsDecision);
