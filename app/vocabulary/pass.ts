import type { Track } from "#app/vocabulary/track.ts";

export const REGISTRATION_TYPES = ["pr_pass", "media_pass"] as const;
export type RegistrationType = (typeof REGISTRATION_TYPES)[number];

type Pass = {
  name: string;
  tone: "blue" | "green";
  /** For whom it is. */
  hint: string;
  /** What its holders are not asked, and what is kept instead (specification, 4). */
  fixed: { favoredStream?: Track; outlet?: null; workUrl?: null };
  /** Whether organisers accredit or decline its holders, as journalists. */
  accredits: boolean;
  isSold: boolean;
};

/** All that depends on a pass follows from here. Names, hints and colours: specification, 2, 3 and 9. */
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

/** As forms offer them. */
export const PASS_OPTIONS = REGISTRATION_TYPES.map((value) => ({ value, label: PASSES[value].name }));

/** The passes whose holders are asked this. */
export const passesAsking = (field: string): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => !(field in PASSES[type].fixed));

/** What somebody whose accreditation was declined can still come with. */
export const passInstead = (declined: RegistrationType): Pass | undefined =>
  PASSES[declined].accredits ? Object.values(PASSES).find(({ accredits }) => !accredits) : undefined;
