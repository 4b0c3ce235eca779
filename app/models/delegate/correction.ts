import type { RegistrationField } from "#app/vocabulary/registration.ts";

/** Whether a registration stays the same person's, or somebody else comes instead. */
export const HOLDERS = ["same", "other"] as const;
export type Holder = (typeof HOLDERS)[number];

/** What is about one person alone: left as it is in the form, it does not go over to who comes instead. */
export const PERSONAL_ANSWERS = ["phone", "workUrl", "notes"] as const satisfies RegistrationField[];

/** A correction that can still be undone, as the delegate's page shows it. */
export type UndoableCorrection = {
  id: number;
  actor: string;
  isOtherPerson: boolean;
  /** Until when, in ISO 8601. */
  until: string;
};
