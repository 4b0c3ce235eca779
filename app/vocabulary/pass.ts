import { TRACKS, type Track } from "#app/vocabulary/program.ts";

export const REGISTRATION_TYPES = ["pr_pass", "media_pass"] as const;
export type RegistrationType = (typeof REGISTRATION_TYPES)[number];

type Pass = {
  name: string;
  tone: "blue" | "green";
  /** The people it is meant for, on the registration form. */
  hint: string;
  /** Fields that the form does not ask have these values (specification, 4). */
  fixed: { favoredStream?: Track; outlet?: null; workUrl?: null };
  accredits: boolean;
  isSold: boolean;
};

/** Names, hints and colours: specification, 2, 3 and 9. */
export const PASSES: Record<RegistrationType, Pass> = {
  pr_pass: {
    name: "PR Pass",
    tone: "blue",
    hint: "For PR professionals and communications specialists",
    fixed: { outlet: null, workUrl: null },
    accredits: false,
    isSold: true,
  },
  media_pass: {
    name: "Media Pass",
    tone: "green",
    hint: "For accredited journalists and media professionals",
    fixed: TRACKS.includes("media") ? { favoredStream: "media" } : {},
    accredits: true,
    isSold: false,
  },
};

export const PASS_OPTIONS = REGISTRATION_TYPES.map((value) => ({ value, label: PASSES[value].name }));

export const passesAsking = (field: string): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => !(field in PASSES[type].fixed));

/** Declined holders can buy this pass instead. */
export const passInstead = (declined: RegistrationType): Pass | undefined =>
  PASSES[declined].accredits ? Object.values(PASSES).find(({ accredits }) => !accredits) : undefined;
