import { conference } from "#app/conference/conference.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";

/** How the page of a session is called and described, in search results and where it is shared. */
export const sessionSummary = ({
  title,
  time,
  description,
}: Pick<ProgramSessionJson, "title" | "time" | "description">): { title: string; description: string } => ({
  title: `${title} – ${conference.name}`,
  description: excerpt(description ?? `${title}, ${time}, at ${conference.name}.`),
});

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

const LIMIT = 160;

/** As much of a text as search results and whoever shares a page show of it. */
export const excerpt = (text: string): string =>
  text.length > LIMIT ? `${text.slice(0, LIMIT - 1).trimEnd()}…` : text;
