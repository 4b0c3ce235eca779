import { type Conference, conference } from "#app/conference/conference.ts";

/** Id in the conference file, or SPEAKER_PASS. Stored rows may have ids that the file now lacks. */
export type RegistrationType = string;

export type Pass = {
  name: string;
  tone: Conference["types"][number]["tone"];
  /** Explains on the registration form who the pass is for. */
  hint: string | null;
  /** Values of the fields that the form omits for this pass (specification, section 4). */
  fixed: { favoredStream?: string } & { [Field in "company" | "outlet" | "workUrl"]?: null };
  needsDecision: boolean;
  /** For journalists. Its decision is called accreditation. */
  isPress: boolean;
  isSold: boolean;
  /** Its own limit, besides that of all passes. */
  places: number | null;
};

const TONE_ORDER = ["blue", "green", "yellow", "red", "grey"] as const;

/** Plans with a checkout for a pass. Only these passes are paid or not paid. */
export const PAID_PLANS = conference.plans.filter(
  ({ pass, action }) => pass !== null && /^https?:/.test(action.href),
);
export const PAID_PASSES: RegistrationType[] = PAID_PLANS.flatMap(({ pass }) => pass ?? []);
export const isPaidFor = (id: RegistrationType): boolean => PAID_PASSES.includes(id);

const links = conference.plans.map(({ action }) => action.href);
const isBoughtElsewhere = (id: string) =>
  links.some((link) => !link.startsWith("/")) && !links.includes(`/register?type=${id}`);

/** The sample's names, hints and colours follow sections 2, 3 and 9 of the specification. */
const PASSES = new Map(
  conference.passes.map(({ id, name, hint, decision, track, isPress, places }, index): [string, Pass] => [
    id,
    {
      name,
      tone: TONE_ORDER[index % TONE_ORDER.length] ?? "grey",
      hint,
      fixed: {
        ...(track !== null && { favoredStream: track }),
        ...(isPress ? { company: null } : { outlet: null }),
        ...(!decision && { workUrl: null }),
      },
      needsDecision: decision,
      isPress,
      isSold: PAID_PASSES.length > 0 ? isPaidFor(id) : !decision && isBoughtElsewhere(id),
      places,
    },
  ]),
);

export const REGISTRATION_TYPES: readonly RegistrationType[] = [...PASSES.keys()];

/** Pass for speakers' badges and check-in. The registration form does not offer it. */
export const SPEAKER_PASS = "speaker";

const UNKNOWN_PASS: Omit<Pass, "name"> = {
  tone: "grey",
  hint: null,
  fixed: { outlet: null, workUrl: null },
  needsDecision: false,
  isPress: false,
  isSold: false,
  places: null,
};

export const findPass = (id: RegistrationType): Pass =>
  PASSES.get(id) ?? { ...UNKNOWN_PASS, name: id === SPEAKER_PASS ? "Speaker" : id };

export const passName = (id: RegistrationType): string => findPass(id).name;

/** Returns form options. Includes the current pass even if the conference file lacks it. */
export const passOptions = (current?: RegistrationType) =>
  [...new Set([...REGISTRATION_TYPES, ...(current ? [current] : [])])].map((value) => ({
    value,
    label: passName(value),
    "data-pass": REGISTRATION_TYPES.indexOf(value),
  }));

/** A question's field is called `answers.{id}`. */
export const passHasField = (type: RegistrationType, field: string): boolean =>
  conference.questions.find(({ id }) => `answers.${id}` === field)?.passes?.includes(type) ??
  !(field in findPass(type).fixed);

export const passesWithField = (field: string): RegistrationType[] =>
  REGISTRATION_TYPES.filter((type) => passHasField(type, field));

export const alternativePass = (declined: RegistrationType): Pass | undefined =>
  findPass(declined).needsDecision
    ? [...PASSES.values()].find(({ needsDecision }) => !needsDecision)
    : undefined;

export const PRESS_PASS: RegistrationType | undefined = conference.passes.find(({ isPress }) => isPress)?.id;
