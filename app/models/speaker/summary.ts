import { conference } from "#app/conference/conference.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { excerpt } from "#app/models/text/excerpt.ts";

/** How the page of a speaker is called and described, in search results and where it is shared. */
export const speakerSummary = ({
  name,
  title,
  company,
  bio,
}: Pick<SpeakerJson, "name" | "title" | "company" | "bio">): { title: string; description: string } => ({
  title: `${name} – ${conference.name}`,
  description: excerpt(bio ?? `${[name, title, company].filter(Boolean).join(", ")}, at ${conference.name}.`),
});
