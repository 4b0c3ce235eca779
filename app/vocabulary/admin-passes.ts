import { findPass, PRESS_PASS, REGISTRATION_TYPES } from "#app/vocabulary/pass.ts";

/** Words for decisions. If the conference has a press pass, decisions are called accreditations. */
export const DECISION_WORDS = PRESS_PASS
  ? {
      approve: "Accredit",
      approved: "Accredited",
      work: "Published Work",
    }
  : {
      approve: "Approve",
      approved: "Approved",
      work: "Work",
    };

type WithOrganisation = Record<"outlet" | "company", string | null>;
export const getOrganisation = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => findPass(type).needsDecision);
