import { Section } from "#app/components/landing/section.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { SessionLink } from "#app/components/session-link.tsx";
import { conference } from "#app/conference/conference.ts";
import type { LandingData, ListedSession, ListedSpeaker } from "#app/models/landing/landing.ts";
import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";

/** The groups of the line-up (specification, 2): the featured first, the others by category. */
const GROUPS: { title: string; holds: (speaker: ListedSpeaker) => boolean; isFeatured?: true }[] = [
  { title: "Featured Speakers", holds: ({ featured }) => featured, isFeatured: true },
  { title: "Consumer & Mass Media", holds: ({ featured, category }) => !featured && category === "b2c" },
  { title: "Business Media", holds: ({ featured, category }) => !featured && category === "b2b" },
  {
    title: "Technology & Media",
    holds: ({ featured, category }) => !featured && (category === "tech" || category === "media"),
  },
];

export function Speakers({ conferenceData }: { conferenceData: LandingData | null }) {
  return (
    <Section anchor="speakers" title="Speakers" className="bg-surface">
      {conferenceData === null ? (
        <p role="status">Loading speakers...</p>
      ) : conferenceData.speakers.length === 0 ? (
        <>
          <p>Speaker lineup coming soon! Check back for updates.</p>
          {conference.contact.email !== null && (
            <p className="mt-2">
              Would you like to speak? Write to{" "}
              <a className="text-link" href={`mailto:${conference.contact.email}`}>
                {conference.contact.email}
              </a>
              .
            </p>
          )}
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
  return GROUPS.map(({ title, holds, isFeatured }) => {
    const speakers = conferenceData.speakers.filter(holds);
    if (speakers.length === 0) return null;
    return (
      <section key={title} className="mt-12 first:mt-0">
        <h3 className="border-rule border-b pb-2 text-2xl">{title}</h3>
        <ul className="speaker-grid" data-featured={isFeatured || undefined}>
          {speakers.map((speaker) => (
            <SpeakerCard
              key={speaker.id}
              speaker={speaker}
              isFeatured={isFeatured === true}
              programSessions={sessionsOf.get(speaker.id) ?? []}
            />
          ))}
        </ul>
      </section>
    );
  });
}

function SpeakerCard({
  speaker,
  isFeatured,
  programSessions,
}: {
  speaker: ListedSpeaker;
  isFeatured: boolean;
  programSessions: ListedSession[];
}) {
  const { name, title, company, imageUrl } = speaker;
  return (
    <li className="speaker-card">
      <Portrait
        name={name}
        imageUrl={imageUrl}
        size={96}
        sizes={isFeatured ? "(min-width: 48rem) 17rem, 45vw" : undefined}
      />
      <div className="min-w-0">
        <h4 className="text-xl">{name}</h4>
        <p className="text-base">{title}</p>
        {company && <p className="text-base text-muted">{company}</p>}
        {programSessions.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-2">
            {programSessions.map((programSession) => (
              <li key={programSession.id} className="min-w-0">
                <SessionLink
                  programSessionId={programSession.id}
                  id={`chip-${speaker.id}-${programSession.id}`}
                  className="chip"
                >
                  {programSession.title}
                </SessionLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
