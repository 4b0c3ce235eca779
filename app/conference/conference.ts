import { SAMPLE_CONFERENCE } from "#app/conference/sample.ts";
import type { Conference } from "#app/conference/schema.server.ts";
import { numberSettings } from "#app/platform/text.ts";
import { readConferenceFile } from "#conference-file";

const fromFile = readConferenceFile();

export type { Conference };

export const conference: Conference = fromFile ?? SAMPLE_CONFERENCE;
numberSettings.locale = conference.locale;

export const hasAbout = conference.about.intro !== null || conference.about.benefits.length > 0;

/** If true, pages include the conference data, because browser scripts contain only the sample. */
export const isConferenceFromFile = fromFile !== null;

/** A plan’s link for everyone, without the parameters for a delegate’s reference. */
export const publicLink = (href: string): string =>
  href.replace(/([?&])(?:[^&#]*\{reference\}[^&#]*&?)+/g, "$1").replace(/[?&](?=#|$)/, "");

/** What browsers get of a conference file. Letters and passes’ notes are for those they concern. */
export const publicConference = ({ passes, plans, ...facts }: Conference): Conference => ({
  ...facts,
  plans: plans.map((plan) => ({ ...plan, action: { ...plan.action, href: publicLink(plan.action.href) } })),
  passes: passes.map((pass) => ({ ...pass, note: null })),
  letters: SAMPLE_CONFERENCE.letters,
});
