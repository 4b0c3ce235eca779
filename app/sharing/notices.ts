import { conference } from "#app/conference/conference.ts";

/** The pages of plain words: what they are called, and what they say of themselves to whoever lists them. */
export const NOTICES = {
  "/accessibility": {
    title: "Accessibility",
    description: `How accessible the site of ${conference.name} is, what does not work well yet, and who to tell.`,
  },
  "/privacy": {
    title: "Privacy",
    description: `What the site of ${conference.name} stores about you, for how long, and how to have it deleted.`,
  },
};
