import { DELEGATE_FIELDS, REGISTRATION_FIELDS } from "#app/vocabulary/registration.ts";

export type HolderChange = "same" | "other";

/** Answers that a transfer clears if they are unchanged. */
export const PERSONAL_ANSWERS = REGISTRATION_FIELDS.filter(
  (name) => DELEGATE_FIELDS[name].isOptional && !DELEGATE_FIELDS[name].carriesOver,
);

export type UndoableCorrection = {
  id: number;
  actor: string;
  isOtherPerson: boolean;
  until: string;
};
