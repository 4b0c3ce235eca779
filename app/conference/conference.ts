import { SAMPLE } from "#app/conference/sample.ts";
import type { Conference } from "#app/conference/types.ts";
import { numbers } from "#app/platform/number-locale.ts";
import { readConferenceFile } from "#conference-file";

const fromFile = readConferenceFile();

export const conference: Conference = fromFile ?? SAMPLE;
numbers.locale = conference.locale;

export const hasAbout = conference.about.intro !== null || conference.about.benefits.length > 0;

/** If true, pages include the conference, because browser scripts contain only the sample. */
export const isFromFile = fromFile !== null;
