import type { RegistrationField } from "#app/vocabulary/registration.ts";

export type HolderChange = "same" | "other";

/** Answers that a transfer clears if they are unchanged. */
export const PERSONAL_ANSWERS = ["phone", "workUrl", "notes"] as const satisfies RegistrationField[];

export type UndoableCorrection = {
  id: number;
  actor: string;
  isOtherPerson: boolean;
  until: string;
};
