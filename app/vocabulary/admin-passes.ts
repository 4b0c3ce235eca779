import { counted } from "#app/vocabulary/counted.ts";
import {
  PRESS_PASS,
  passName,
  passOf,
  REGISTRATION_TYPES,
  type RegistrationType,
} from "#app/vocabulary/pass.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/** Words for decisions, which are accreditations if the conference has a pass for journalists. */
export const DECISION_WORDS = PRESS_PASS
  ? {
      accredit: "Accredit",
      accredited: "Accredited",
      passes: () => "Press passes",
      toDo: (count: number) => counted(count, "press pass to decide on", "press passes to decide on"),
      work: "Published Work",
    }
  : {
      accredit: "Approve",
      accredited: "Approved",
      passes: (name: string) => name,
      toDo: (count: number, name: string) => `${counted(count, `${name} registration`)} to decide on`,
      work: "Work",
    };

/** Returns form options. Includes the current id even if the conference file lacks it. */
export const passOptions = (current?: RegistrationType) =>
  [...new Set([...REGISTRATION_TYPES, ...(current ? [current] : [])])].map((value) => ({
    ...{ value, label: passName(value), "data-pass": REGISTRATION_TYPES.indexOf(value) },
  }));

type WithOrganisation = Pick<Registration, "outlet" | "company">;
export const organisationOf = ({ outlet, company }: WithOrganisation): string | null => outlet ?? company;

export const DECISION_PASSES = REGISTRATION_TYPES.filter((type) => passOf(type).accredits);
