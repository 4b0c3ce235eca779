import { conference } from "#app/conference/conference.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";

/** Title and description of a session’s page, for search results and link previews. */
export const sessionSummary = ({
  title,
  time,
  description,
}: Pick<ProgramSessionJson, "title" | "time" | "description">): { title: string; description: string } => ({
  title: `${title} – ${conference.name}`,
  description: excerpt(description ?? `${title}, ${time}, at ${conference.name}.`),
});

/** Title and description of a speaker’s page, for search results and link previews. */
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

/** The part of a text that search results and link previews show. */
export const excerpt = (text: string): string =>
  text.length > LIMIT ? `${text.slice(0, LIMIT - 1).trimEnd()}…` : text;
