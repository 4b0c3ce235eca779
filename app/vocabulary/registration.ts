import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { PASSES, type RegistrationType } from "#app/vocabulary/pass.ts";
import { TRACK_NAMES, type Track } from "#app/vocabulary/program.ts";

/** What the registration form starts with (specification, 4). */
export const REGISTRATION_DEFAULTS = { registrationType: "media_pass", favoredStream: "media" } as const;

/** What somebody registers with, after it was checked. Who was added at the door may have '' as `email` and `jobTitle`. */
export type Registration = {
  registrationType: RegistrationType;
  name: string;
  email: string;
  phone: string | null;
  jobTitle: string;
  favoredStream: Track | null;
  notes: string | null;
  outlet: string | null;
  workUrl: string | null;
};

export type RegistrationField = keyof Registration;

/** The fields of the registration form in their order, and their labels (specification, 2). */
export const REGISTRATION_LABELS: Record<RegistrationField, string> = {
  registrationType: "Delegate Type",
  name: "Full Name",
  email: "Email Address",
  phone: "Phone Number",
  jobTitle: "Job Title",
  favoredStream: "Preferred Track",
  outlet: "Media Outlet",
  workUrl: "Link to Published Work",
  notes: "Additional Information",
};
export const REGISTRATION_FIELDS = Object.keys(REGISTRATION_LABELS) as RegistrationField[];

type OptionalText = {
  [Field in RegistrationField]: string | null extends Registration[Field] ? Field : never;
}[RegistrationField];
const OPTIONAL: Record<OptionalText, true> = { phone: true, outlet: true, workUrl: true, notes: true };
/** Whether the form says '(optional)' beside a field. */
export const isOptional = (field: RegistrationField): boolean => field in OPTIONAL;

type Answers = Pick<DelegateJson, RegistrationField>;
/** An answer as people read it; null for one that was not given. */
export const answerText = (registration: Answers, field: RegistrationField): string | null =>
  field === "registrationType"
    ? PASSES[registration.registrationType].name
    : field === "favoredStream"
      ? preferredTrackName(registration.favoredStream)
      : registration[field] || null;

/** What is said where a registration did not succeed for a reason of ours (specification, 8). */
export const REGISTRATION_FAILED = "Registration failed";
/** What is said when the day is over. */
export const REGISTRATION_CLOSED = "Registration is closed: the conference is over. No one was registered.";
/** What the toast says then, as there is no more to say (specification, 8). */
export const TRY_AGAIN_LATER = "Please try again later.";

/** A registered delegate as the JSON calls show it. */
export type DelegateJson = Omit<Registration, "email" | "jobTitle"> & {
  id: number;
  email: string | null;
  jobTitle: string | null;
  status: DelegateStatus;
  reference: string;
  checkedInAt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** The name of a delegate's preferred track, or 'Not specified' (specification, 3). */
export const preferredTrackName = (track: Track | null): string =>
  track === null ? "Not specified" : TRACK_NAMES[track];
