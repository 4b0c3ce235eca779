import { href } from "react-router";
import { PageLink } from "#app/components/page-link.tsx";
import { sessionTone } from "#app/components/session-badges.tsx";
import { startText } from "#app/components/slot-time.tsx";
import { joinsSlot, type LandingData } from "#app/models/landing/landing.ts";
import { capitalise } from "#app/platform/capitalise.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** How many sessions the front page lists at most: it is a table of contents, not the program. */
const LISTED_AT_MOST = 12;

/** What is on the program, as links into it; nothing while there is no program. */
export function Edition({ conferenceData }: { conferenceData: LandingData | null }) {
  const { programSessions = [], speakers = [] } = conferenceData ?? {};
  if (programSessions.length === 0) return null;
  const streams = new Set(programSessions.map(({ track }) => track).filter(Boolean)).size;
  const contents = [
    counted(programSessions.length, "session"),
    ...(speakers.length > 0 ? [counted(speakers.length, "speaker")] : []),
    ...(streams > 1 ? [counted(streams, "stream")] : []),
  ];
  const listed = programSessions.slice(0, LISTED_AT_MOST);
  return (
    <nav aria-labelledby="edition" className="edition">
      <h2 id="edition">{`In this edition: ${contents.join(", ")}`}</h2>
      <ol>
        {listed.map((session, index) => (
          <li key={session.id}>
            <PageLink to={`${href("/")}#session-${session.id}`}>
              <span>{!joinsSlot(session, listed[index - 1]) && startText(session)}</span>{" "}
              <b>{session.title}</b> <i data-tone={sessionTone(session.type)}>{capitalise(session.type)}</i>
            </PageLink>
          </li>
        ))}
      </ol>
      {programSessions.length > LISTED_AT_MOST && (
        <PageLink to={`${href("/")}#program`} className="text-link">
          Full program
        </PageLink>
      )}
    </nav>
  );
}
