// What this conference is. Every name, date, price and link on the site comes from here, and from nowhere else.
import { SAMPLE } from "#app/conference/sample.ts";
import type { Conference } from "#app/conference/types.ts";
import { readConferenceFile } from "#conference-file";

const fromFile = readConferenceFile();

/** The facts of this site's conference: those of CONFERENCE_FILE, or the sample's. */
export const conference: Conference = fromFile ?? SAMPLE;

/** Whether there is anything to say about the day. */
export const hasAbout = conference.about.intro !== null || conference.about.benefits.length > 0;

/** Whether pages have to bring the facts to the browser, whose scripts know only the sample's. */
export const isFromFile = fromFile !== null;
