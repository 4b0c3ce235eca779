import { conference } from "#app/conference.ts";

/** The pages of plain words: what they are called, and what they say of themselves to whoever lists them. */
export const NOTICES = {
  "/accessibility": {
    title: "Accessibility",
    description: `What works for whom on the site of ${conference.name}, what does not yet, and whom to tell.`,
  },
  "/privacy": {
    title: "Privacy",
    description: `What the site of ${conference.name} stores about you, for how long, and how it is deleted.`,
  },
};
