import type { RegistrationField } from "#app/vocabulary/registration.ts";

export type Holder = "same" | "other";

/** Answers about one person: unchanged in the form, they do not go over to another. */
export const PERSONAL_ANSWERS = ["phone", "workUrl", "notes"] as const satisfies RegistrationField[];

export type UndoableCorrection = {
  id: number;
  actor: string;
  isOtherPerson: boolean;
  until: string;
};
