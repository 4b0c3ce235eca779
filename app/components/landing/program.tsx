import { Fragment } from "react";
import { href } from "react-router";
import lowerStyles from "#app/components/landing/lower-sections.css?url";
import { Section } from "#app/components/landing/section.tsx";
import { PageLink, SessionLink, SpeakerLink, TextLink } from "#app/components/links.tsx";
import { Photo } from "#app/components/photo.tsx";
import {
  renderTitle,
  SessionTypeBadge,
  SlotTime,
  startTimeText,
  Tags,
  TrackBadge,
} from "#app/components/session-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { shortDayText, weekdayText } from "#app/conference/date-text.ts";
import {
  isInSameSlot,
  isProgramOver,
  isRegistrationOver,
  type LandingData,
  type ListedSession,
  type ListedSpeaker,
} from "#app/models/landing/landing.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import { registrationNote } from "#app/vocabulary/availability.ts";
import {
  getRoom,
  isBreak,
  isCancelled,
  listUsedTracks,
  sessionTypeTone,
  shortTrackName,
  TRACKS,
  type Track,
  trackColumnHeading,
} from "#app/vocabulary/program.ts";

export function Program({ conferenceData }: { conferenceData: LandingData | null }) {
  return (
    <Section
      anchor="program"
      title="Program"
      intro={
        conferenceData?.programSessions.length !== 0 &&
        (isProgramOver(conferenceData?.phase) ? (
          "Choose a session to see what it covered and who spoke."
        ) : (
          <>
            {"Choose a session for details, or "}
            <a href={href("/calendar.ics")} className="text-link">
              add the whole program to your calendar
            </a>
            .
          </>
        ))
      }
    >
      <link rel="stylesheet" href={lowerStyles} />
      {conferenceData === null ? (
        <p role="status">Loading program...</p>
      ) : conferenceData.programSessions.length === 0 ? (
        <>
          <p>Program schedule coming soon! Check back for updates.</p>
          {!isRegistrationOver(conferenceData) && !registrationNote(conferenceData.registration) && (
            <p className="mt-2">
              You can <TextLink to={href("/register")}>register now</TextLink>.
            </p>
          )}
        </>
      ) : (
        <Slots conferenceData={conferenceData} />
      )}
    </Section>
  );
}

const STARTS_AT = new Date(conference.startsAt);

/** True if track badges contain the word 'Stream' on phones (specification, section 2). */
const HAS_STREAM_NAMES = TRACKS.some((id) => trackColumnHeading(id) === `${shortTrackName(id)} Stream`);

function Slots({ conferenceData }: { conferenceData: LandingData }) {
  const slots: ListedSession[][] = [];
  for (const session of conferenceData.programSessions) {
    const slot = slots.at(-1);
    if (isInSameSlot(session, slot?.at(-1))) slot?.push(session);
    else slots.push([session]);
  }
  const firstTrackSlot = slots.find((slot) => slot.some(({ track }) => track !== null));
  const speakers = speakersBySession(conferenceData.speakers, conferenceData.connections);
  const { phase } = conferenceData;
  const today = phase?.kind === "day" && !phase.isOver ? phase : null;
  const onNow = today?.now.map(({ id }) => id) ?? [];
  const streams = listUsedTracks(conferenceData.programSessions.map(({ track }) => track));
  const runningIn = (row: number) =>
    slots.slice(0, row).flatMap((slot, at) => slot.filter(({ fills = 0 }) => at + fills >= row));
  const lead = conferenceData.programSessions.find(
    (session) => session.track === null && sessionTypeTone(session.type) === "red" && !isCancelled(session),
  );
  return (
    <>
      <Times slots={slots} />
      <ol className="slots" data-own={HAS_STREAM_NAMES ? undefined : ""}>
        {slots.map((slot, row) => (
          <Fragment key={slot[0]?.time}>
            {slot === firstTrackSlot && <StreamHeads streams={streams} />}
            <li className="slot" data-ended={slot.every(({ id }) => today?.ended.includes(id)) || undefined}>
              <h3 className="slot-time">
                {slot.some(({ id }) => onNow.includes(id)) && <b className="block text-base text-red">Now</b>}
                <SlotTime time={slot[0]?.time ?? ""} clock={slot[0]?.clock} />
              </h3>
              <div className="slot-sessions">
                {slot
                  .filter(({ track }) => track === null)
                  .map((session) => (
                    <SessionCard
                      key={session.id}
                      {...{ programSession: session, speakers, isBar: true, isLead: session === lead }}
                    />
                  ))}
                <Streams {...{ slot, streams, speakers }} running={runningIn(row)} />
              </div>
            </li>
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** Links to the first session of each start time, for phones. Slots may differ only in their end. */
function Times({ slots }: { slots: ListedSession[][] }) {
  const firsts = slots.flatMap((slot) => slot.find(({ type }) => !isBreak(type)) ?? []);
  const texts = firsts.map(startTimeText);
  const sessions = firsts.filter((_, at) => texts[at] !== texts[at - 1]);
  if (sessions.length < 4) return null;
  return (
    <nav aria-label="Times" className="times">
      {sessions.map((session) => (
        <Fragment key={session.id}>
          <PageLink to={`${href("/")}#session-${session.id}`}>{startTimeText(session)}</PageLink>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/** Stays in view above its columns. Screen readers get the track of each session instead. */
const StreamHeads = ({ streams }: { streams: Track[] }) => (
  <li
    className="slot stream-heads sticky top-(--scrolled-height) z-1 border-ink border-b bg-paper py-2 text-base not-lg:hidden"
    aria-hidden="true"
  >
    <span>{addNonBreakingSpaces(`${weekdayText(STARTS_AT)} ${shortDayText(STARTS_AT)}`)}</span>
    <div className="streams">
      {streams.map((track) => (
        <b key={track}>{`${trackColumnHeading(track)} `}</b>
      ))}
    </div>
  </li>
);

type StreamsProps = {
  slot: ListedSession[];
  /** Sessions that started in an earlier slot and have not ended. */
  running: ListedSession[];
  streams: Track[];
  speakers: Map<number, ListedSpeaker[]>;
};

function Streams({ slot, running, streams, speakers }: StreamsProps) {
  if (slot.every(({ track }) => track === null)) return null;
  return (
    <div className="streams">
      {streams.map((track) => {
        const inTrack = slot.filter((programSession) => programSession.track === track);
        const before = running.find((programSession) => programSession.track === track);
        return (
          <div key={track} className="stream">
            {inTrack.length === 0 && (
              <p className="no-session">
                {before ? (
                  <>
                    <span className="sr-only">{before.title} </span>
                    {addNonBreakingSpaces(`continues until ${before.until}`)}
                  </>
                ) : (
                  "No session"
                )}
              </p>
            )}
            {inTrack.map((programSession) => (
              <SessionCard
                key={programSession.id}
                {...{ programSession, speakers }}
                hasTime={programSession.fills !== undefined && programSession.time !== slot[0]?.time}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** Number of photos that fit next to a bar's title. All speakers are named below the title. */
const MAX_FACES = 5;

type SessionCardProps = {
  programSession: ListedSession;
  speakers: Map<number, ListedSpeaker[]>;
  isBar?: boolean;
  /** True for the keynote, which is the only bar with a solid background. */
  isLead?: boolean;
  /** True if the session's time differs from its slot's. */
  hasTime?: boolean;
};

/** Card for a session with a track, coloured bar for one without, or text line for a break. */
function SessionCard({ programSession, speakers, isBar = false, isLead, hasTime }: SessionCardProps) {
  const { id, type, track, room, tags } = programSession;
  const place = `session-${id}`;
  const own = speakers.get(id);
  const where = getRoom({ room, track });
  if (isBreak(type))
    return (
      <h4 id={place} className="session-names">
        <SessionLink programSessionId={id} place={place}>
          {renderTitle(programSession)}
        </SessionLink>
      </h4>
    );
  return (
    <div
      id={place}
      className={isBar ? "card session-bar" : "card"}
      data-tone={sessionTypeTone(type)}
      data-lead={isLead || undefined}
    >
      <p className="flex flex-wrap gap-1">
        <SessionTypeBadge type={type} /> {track && <TrackBadge track={track} />}
        <Tags tags={tags} />
      </p>
      <h4 className="session-title">
        <SessionLink programSessionId={id} place={place} className="card-link">
          {renderTitle(programSession)}
        </SessionLink>
      </h4>
      {hasTime && (
        <p className="session-names session-time">
          <SlotTime {...programSession} />
        </p>
      )}
      {where && <p className="session-names">{where}</p>}
      {own && (
        <p className="session-names">
          {own.map((speaker, index) => (
            <Fragment key={speaker.id}>
              {index > 0 && ", "}
              <SpeakerLink speakerId={speaker.id} place={place}>
                {speaker.name}
              </SpeakerLink>
            </Fragment>
          ))}
        </p>
      )}
      {isBar && own && (
        <p className="faces">
          {own.slice(0, MAX_FACES).map(({ id, name, imageUrl }) => (
            <Photo key={id} name={name} imageUrl={imageUrl} size={96} />
          ))}
        </p>
      )}
    </div>
  );
}
