import type { Track } from "#app/vocabulary/program.ts";

export const REGISTRATION_TYPES = ["pr_pass", "media_pass"] as const;
export type RegistrationType = (typeof REGISTRATION_TYPES)[number];

type Pass = {
  name: string;
  tone: "blue" | "green";
  /** The delegates it is meant for, on the registration form. */
  hint: string;
  /** The fields that the form does not ask, with the values stored for them (specification, 4). */
  fixed: { favoredStream?: Track; outlet?: null; workUrl?: null };
  /** Whether organisers accredit or decline its holders. */
  accredits: boolean;
  isSold: boolean;
};

/** The rules of each pass. Names, hints and colours: specification, 2, 3 and 9. */
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
    fixed: { favoredStream: "media" },
    accredits: true,
    isSold: false,
  },
};

/** The passes as options of a form. */
export const PASS_OPTIONS = REGISTRATION_TYPES.map((value) => ({ value, label: PASSES[value].name }));

/** The passes whose form asks this field. */
export const passesAsking = (field: string): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => !(field in PASSES[type].fixed));

/** The pass that declined holders of this one can buy instead. */
export const passInstead = (declined: RegistrationType): Pass | undefined =>
  PASSES[declined].accredits ? Object.values(PASSES).find(({ accredits }) => !accredits) : undefined;
