import { conference } from "#app/conference/conference.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { excerpt } from "#app/models/text/excerpt.ts";

/** How the page of a session is called and described, in search results and where it is shared. */
export const sessionSummary = ({
  title,
  time,
  description,
}: Pick<ProgramSessionJson, "title" | "time" | "description">): { title: string; description: string } => ({
  title: `${title} – ${conference.name}`,
  description: excerpt(description ?? `${title}, ${time}, at ${conference.name}.`),
});
