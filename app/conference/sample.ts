import facts from "#app/conference/sample.json" with { type: "json" };
import type { Conference } from "#app/conference/schema.server.ts";

/** Names and columns follow sections 2, 3 and 9 of the specification. */
const track = (id: string, short: string, name: string, group = name) => ({
  id,
  name,
  short,
  group,
  column: `${short} Stream`,
  room: null,
});

const pass = (id: string, name: string, hint: string, track: string | null) => ({
  id,
  name,
  hint,
  track,
  decision: track !== null,
  isPress: track !== null,
  places: null,
  note: null,
});

export const SAMPLE_CONFERENCE: Conference = {
  ...facts,
  clock: 12,
  optional: [],
  photos: "ink",
  pages: [],
  tracks: [
    track("b2c", "B2C", "Consumer & Mass Media"),
    track("b2b", "B2B", "Business Media"),
    track("tech", "Tech", "Technology", "Technology & Media"),
    track("media", "Media", "Media Professional Development", "Technology & Media"),
  ],
  types: [
    { id: "keynote", name: "Keynote", tone: "red", isBreak: false, needsSpeakers: true },
    { id: "panel", name: "Panel", tone: "blue", isBreak: false, needsSpeakers: true },
    { id: "workshop", name: "Workshop", tone: "green", isBreak: false, needsSpeakers: true },
    { id: "networking", name: "Networking", tone: "yellow", isBreak: false, needsSpeakers: false },
  ],
  passes: [
    pass("pr_pass", "PR Pass", "For PR professionals and communications specialists", null),
    pass("media_pass", "Media Pass", "For accredited journalists and media professionals", "media"),
  ],
  registration: {
    opens: null,
    closes: null,
    places: null,
    waitingList: false,
    offerHours: 24,
    changesUntil: null,
  },
  letters: { registered: null, confirmed: null, declined: null, waiting: null, offered: null },
  questions: [],
  deleteAfterDays: null,
};
