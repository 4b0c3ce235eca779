import {
  findPass,
  PRESS_PASS,
  passName,
  REGISTRATION_TYPES,
  type RegistrationType,
} from "#app/vocabulary/pass.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/** Words for decisions. If the conference has a press pass, decisions are called accreditations. */
export const DECISION_WORDS = PRESS_PASS
  ? {
      accredit: "Accredit",
      accredited: "Accredited",
      work: "Published Work",
    }
  : {
      accredit: "Approve",
      accredited: "Approved",
      work: "Work",
    };

/** Returns form options. Includes the current pass even if the conference file lacks it. */
export const passOptions = (current?: RegistrationType) =>
  [...new Set([...REGISTRATION_TYPES, ...(current ? [current] : [])])].map((value) => ({
    ...{ value, label: passName(value), "data-pass": REGISTRATION_TYPES.indexOf(value) },
  }));

type WithOrganisation = Pick<Registration, "outlet" | "company">;
export const getOrganisation = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => findPass(type).accredits);
