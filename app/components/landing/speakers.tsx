import { Section } from "#app/components/landing/section.tsx";
import { ContactLink, SessionLink, SpeakerLink } from "#app/components/links.tsx";
import { Photo } from "#app/components/photo.tsx";
import { renderTitle } from "#app/components/session-facts.tsx";
import { PronounsAndRole, SpeakerFacts } from "#app/components/speaker-facts.tsx";
import type { LandingData, ListedSession, ListedSpeaker } from "#app/models/landing/landing.ts";
import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import { getSpeakerGroup } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { listUsedTracks, trackSpeakersHeading } from "#app/vocabulary/program.ts";

export function Speakers({ conferenceData }: { conferenceData: LandingData | null }) {
  return (
    <Section anchor="speakers" title="Speakers" className="bg-surface">
      {conferenceData === null ? (
        <p role="status">Loading speakers...</p>
      ) : conferenceData.speakers.length === 0 ? (
        <>
          <p>Speaker lineup coming soon! Check back for updates.</p>
          <p className="mt-2">
            Want to speak? Write to <ContactLink />.
          </p>
        </>
      ) : (
        <Groups conferenceData={conferenceData} />
      )}
    </Section>
  );
}

function Groups({ conferenceData }: { conferenceData: LandingData }) {
  const { programSessions, connections } = conferenceData;
  const sessionsOf = sessionsBySpeaker(programSessions, connections);
  const lineUps = groupBy(conferenceData.speakers, getSpeakerGroup);
  // Featured speakers come first. The others are grouped by category (specification, section 2).
  const headings = groupBy(
    listUsedTracks(lineUps.keys()).filter((id) => id !== "featured"),
    trackSpeakersHeading,
  );
  const groups = [["Featured Speakers", ["featured"]] as const, ...headings];
  return groups.map(([title, members]) => {
    const speakers = members.flatMap((lineUp) => lineUps.get(lineUp) ?? []);
    if (speakers.length === 0) return null;
    // A single speaker would look lost in a grid of large photos.
    const large = members.includes("featured") && speakers.length > 1 ? MAX_LARGE : 0;
    return (
      <section key={title} className="mt-8">
        {title && <h3 className="border-rule border-b pb-2 text-xl">{title}</h3>}
        {[speakers.slice(0, large), speakers.slice(large)].map(
          (part, index) =>
            part.length > 0 && (
              <ul key={part[0]?.id} className={index === 0 ? "speaker-grid" : "speaker-rows"}>
                {part.map((speaker) => (
                  <SpeakerCard
                    key={speaker.id}
                    speaker={speaker}
                    isLarge={index === 0}
                    programSessions={sessionsOf.get(speaker.id) ?? []}
                  />
                ))}
              </ul>
            ),
        )}
      </section>
    );
  });
}

const MAX_LARGE = 4;
/** Maximum number of sessions on a card. The speaker's dialog lists all of them. */
const MAX_SESSIONS = 2;

type SpeakerCardProps = { speaker: ListedSpeaker; isLarge: boolean; programSessions: ListedSession[] };

function SpeakerCard({ speaker, isLarge, programSessions }: SpeakerCardProps) {
  const { name, imageUrl } = speaker;
  const place = `speaker-${speaker.id}`;
  return (
    <li id={place} className="speaker-card">
      <Photo
        name={name}
        imageUrl={imageUrl}
        size={96}
        sizes={isLarge ? "(min-width: 48rem) 17rem, 45vw" : undefined}
      />
      <div>
        <h4>
          <SpeakerLink speakerId={speaker.id} place={place} className="card-link">
            {name}
          </SpeakerLink>
        </h4>
        <PronounsAndRole speaker={speaker} />
        <SpeakerFacts speaker={speaker} />
      </div>
      {programSessions.length > 0 && (
        <ul>
          {programSessions.slice(0, MAX_SESSIONS).map((programSession) => (
            <li key={programSession.id}>
              <SessionLink programSessionId={programSession.id} place={place} className="chip">
                {renderTitle(programSession)}
              </SessionLink>
            </li>
          ))}
          {programSessions.length > MAX_SESSIONS && (
            <li className="text-muted">{`and ${programSessions.length - MAX_SESSIONS} more`}</li>
          )}
        </ul>
      )}
    </li>
  );
}
