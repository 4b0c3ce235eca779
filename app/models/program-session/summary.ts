import { conference } from "#app/conference/conference.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";

const DESCRIPTION_LIMIT = 160;

/** How the page of a session is called and described, in search results and where it is shared. */
export function sessionSummary({
  title,
  time,
  description,
}: Pick<ProgramSessionJson, "title" | "time" | "description">): { title: string; description: string } {
  const about = description ?? `${title}, ${time}, at ${conference.name}.`;
  const shortened =
    about.length > DESCRIPTION_LIMIT ? `${about.slice(0, DESCRIPTION_LIMIT - 1).trimEnd()}…` : about;
  return { title: `${title} – ${conference.name}`, description: shortened };
}
