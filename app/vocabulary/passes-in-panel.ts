// The passes in the panel: their options, and what a decision is called.
import { counted } from "#app/vocabulary/counted.ts";
import {
  PRESS_PASS,
  passName,
  passOf,
  REGISTRATION_TYPES,
  type RegistrationType,
} from "#app/vocabulary/pass.ts";
import type { Registration } from "#app/vocabulary/registration.ts";

/** Of a pass for journalists it is an accreditation. */
export const DECIDING = PRESS_PASS
  ? {
      accredit: "Accredit",
      accredited: "Accredited",
      passes: () => "Press passes",
      toDo: (count: number) => counted(count, "press pass to decide", "press passes to decide"),
      work: "Published Work",
    }
  : {
      accredit: "Approve",
      accredited: "Approved",
      passes: (name: string) => name,
      toDo: (count: number, name: string) => `${counted(count, `${name} registration`)} to decide`,
      work: "Work",
    };

/** The options of a form, with a current id that the file does not have. */
export const passOptions = (current?: RegistrationType) =>
  [...new Set([...REGISTRATION_TYPES, ...(current ? [current] : [])])].map((value) => ({
    ...{ value, label: passName(value), "data-pass": REGISTRATION_TYPES.indexOf(value) },
  }));

/** On badges and in lists. */
type Organised = Pick<Registration, "outlet" | "company">;
export const organisationOf = ({ outlet, company }: Organised): string | null => outlet ?? company;

export const JUDGED_PASSES = REGISTRATION_TYPES.filter((type) => passOf(type).accredits);
