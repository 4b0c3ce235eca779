import type { RegistrationField } from "#app/vocabulary/registration.ts";

export type Holder = "same" | "other";

/** Answers about a person: if left unchanged in the form, they are not transferred to the new holder. */
export const PERSONAL_ANSWERS = ["phone", "workUrl", "notes"] as const satisfies RegistrationField[];

export type UndoableCorrection = {
  id: number;
  actor: string;
  isOtherPerson: boolean;
  until: string;
};
