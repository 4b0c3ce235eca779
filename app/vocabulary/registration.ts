import { conference } from "#app/conference/conference.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import {
  findPass,
  PRESS_PASS,
  passesWithField,
  passName,
  REGISTRATION_TYPES,
  type RegistrationType,
  WORK_LINK_LABEL,
} from "#app/vocabulary/pass.ts";
import { TRACKS, type Track, trackName } from "#app/vocabulary/program.ts";

/** Default values for the registration form (specification, section 4). */
const DEFAULT_PASS = PRESS_PASS ?? REGISTRATION_TYPES[0] ?? "";
export const REGISTRATION_DEFAULTS = {
  registrationType: DEFAULT_PASS,
  favoredStream: findPass(DEFAULT_PASS).fixed.favoredStream ?? "",
};

/** `email` and `jobTitle` may be '' for delegates added at the door. */
export type Registration = {
  registrationType: RegistrationType;
  name: string;
  email: string;
  phone: string | null;
  jobTitle: string;
  company: string | null;
  favoredStream: Track | null;
  notes: string | null;
  outlet: string | null;
  workUrl: string | null;
};

export type RegistrationField = keyof Registration;

/** Labels in form order (specification, section 2). */
export const REGISTRATION_LABELS: Record<RegistrationField, string> = {
  registrationType: "Delegate Type",
  name: "Full Name",
  email: "Email Address",
  phone: "Phone Number",
  jobTitle: "Job Title",
  company: "Company",
  favoredStream: "Preferred Track",
  outlet: "Media Outlet",
  workUrl: WORK_LINK_LABEL,
  notes: "Additional Information",
};
export const REGISTRATION_FIELDS = Object.keys(REGISTRATION_LABELS) as RegistrationField[];
export const SHOWN_REGISTRATION_FIELDS = REGISTRATION_FIELDS.filter((field) =>
  field === "favoredStream" ? TRACKS.length > 0 : passesWithField(field).length > 0,
);

type OptionalText = {
  [Field in RegistrationField]: string | null extends Registration[Field] ? Field : never;
}[RegistrationField];
const OPTIONAL: Record<Exclude<OptionalText, "favoredStream">, true> = {
  phone: true,
  company: true,
  outlet: true,
  workUrl: true,
  notes: true,
};
export const isFieldOptional = (field: RegistrationField): boolean =>
  field in OPTIONAL || conference.optional.some((waived) => waived === `delegate.${field}`);

type Answers = Pick<DelegateJson, RegistrationField>;
export function getAnswerText(registration: Answers, field: RegistrationField): string | null {
  if (!SHOWN_REGISTRATION_FIELDS.includes(field)) return null;
  if (field === "registrationType") return passName(registration.registrationType);
  return field === "favoredStream"
    ? preferredTrackName(registration.favoredStream)
    : registration[field] || null;
}

/** Returns the answers that a transfer carries over. All others are the next person's to give. */
export const answersToCarryOver = ({ registrationType, favoredStream, company, outlet }: Answers) => ({
  registrationType,
  favoredStream,
  company,
  outlet,
});

/** Section 8 of the specification fixes the wording. */
export const REGISTRATION_FAILED = "Registration failed";
export const REGISTRATION_CLOSED = "Registration is closed: the conference is over. No one was registered.";
/** Section 8 of the specification fixes the wording. */
export const TRY_AGAIN_LATER = "Please try again later.";

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

/** Returns a track's name, or 'Not specified' (specification, section 3). */
export const preferredTrackName = (track: Track | null): string =>
  track === null ? "Not specified" : trackName(track);
