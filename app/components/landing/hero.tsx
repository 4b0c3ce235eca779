import { href } from "react-router";
import { ButtonLink, PageLink, SpeakerLink, TextLink } from "#app/components/links.tsx";
import { Clock, renderTitle, startTimeText } from "#app/components/session-facts.tsx";
import { titleAndCompany } from "#app/components/speaker-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { clockText, weekdayText } from "#app/conference/date-text.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { IMAGE_PATH, imageSrcSet } from "#app/models/image/image.ts";
import {
  type ConferencePhase,
  isInSameSlot,
  isProgramOver,
  isRegistrationOver,
  type LandingData,
  type ListedSession,
  type ListedSpeaker,
} from "#app/models/landing/landing.ts";
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { addNonBreakingSpaces, capitalise, countText, numberWord } from "#app/platform/text.ts";
import { registrationNote } from "#app/vocabulary/availability.ts";
import { findPass, PRESS_PASS, passName } from "#app/vocabulary/pass.ts";
import { getRoom, isBreak, isCancelled, sessionTypeName, sessionTypeTone } from "#app/vocabulary/program.ts";

const QUIET_BUTTON = "button button-quiet";

type Today = Extract<ConferencePhase, { kind: "day" }>;

export function Hero({ conferenceData }: { conferenceData: LandingData | null }) {
  const { name, headline, lead, date, hours, venue, city } = conference;
  const phase = conferenceData?.phase;
  const isOver = isProgramOver(phase);
  const isClosed = isRegistrationOver(conferenceData);
  const registration = conferenceData?.registration;
  const isPressInvited = PRESS_PASS !== undefined && !isClosed && !registration?.full.includes(PRESS_PASS);
  const note =
    phase?.kind === "after" ? "Registration is closed." : !isOver && registrationNote(registration);
  const isToday = phase?.kind === "day" && !isOver;
  const today = phase?.kind === "day" && phase.now.length + phase.next.length > 0 ? phase : null;
  // On the day, phones show it first.
  const contents = <Contents conferenceData={conferenceData} today={today} />;
  const hasProgram = conferenceData?.programSessions.length !== 0;
  return (
    <section id="hero" tabIndex={-1} aria-labelledby="hero-title" className="hero">
      <div className="page-width hero-grid">
        {today && contents}
        <p className="dateline">
          <span>{city}</span> <time dateTime={date.iso}>{addNonBreakingSpaces(date.long)}</time>{" "}
          <span>{addNonBreakingSpaces(hours)}</span>
        </p>
        <h1 id="hero-title">{headline ?? name}</h1>
        <div className="lead">
          {phase && <p className="mb-3 font-semibold text-xl">{phaseText(phase)}</p>}
          {!isOver && <p className="lead-text">{lead ?? addressLine(conference)}</p>}
          <p className="lead-actions">
            {isToday && (
              <ButtonLink to={href("/now")}>
                {phase.now.length > 0 ? "See what’s on now" : "See what’s next"}
              </ButtonLink>
            )}{" "}
            {!isClosed && (
              <PageLink to={`${href("/")}#registration`} className={isToday ? QUIET_BUTTON : "button"}>
                Register Now
              </PageLink>
            )}{" "}
            {hasProgram && !isToday && (
              <PageLink to={`${href("/")}#program`} className={QUIET_BUTTON}>
                {isOver ? "See the program" : "Read the program"}
              </PageLink>
            )}
          </p>
          {note && <p className="mb-2 font-semibold text-base">{note}</p>}
          {!isOver && (lead !== null || isPressInvited) && (
            <p className="lead-note">
              {lead !== null && `${venue.name}, ${venue.street}. `}
              {PRESS_PASS !== undefined && isPressInvited && (
                <>
                  Free for {findPass(PRESS_PASS).needsDecision && "accredited "}journalists:{" "}
                  <TextLink to={`${href("/register")}?type=${PRESS_PASS}`}>{passName(PRESS_PASS)}</TextLink>.
                </>
              )}
            </p>
          )}
        </div>
        {!today && contents}
        <LeadPhoto conferenceData={conferenceData} />
      </div>
    </section>
  );
}

/** Composite face: one half from each of the first two featured speakers with photos, or both whole. */
function LeadPhoto({ conferenceData }: { conferenceData: LandingData | null }) {
  const pair = (conferenceData?.speakers ?? [])
    .filter(({ featured, imageUrl }) => featured && imageUrl !== null)
    .slice(0, 2);
  if (pair.length < 2) return null;
  // Halves of a photo and of a drawing do not match.
  const isMixed = new Set(pair.map(({ imageUrl }) => imageUrl?.startsWith(IMAGE_PATH))).size > 1;
  return (
    <figure className="lead-photo" data-mixed={isMixed || undefined}>
      {pair.map(({ id, imageUrl }) => {
        const srcSet = imageSrcSet(imageUrl ?? "");
        return (
          <img
            key={id}
            src={imageUrl ?? undefined}
            srcSet={srcSet}
            sizes={srcSet && "20rem"}
            className="photo"
            alt=""
            width="320"
            height="320"
            loading="lazy"
          />
        );
      })}
      <figcaption>
        {pair.map((speaker) => (
          <p key={speaker.id} id={`lead-${speaker.id}`}>
            <SpeakerLink speakerId={speaker.id} place={`lead-${speaker.id}`}>
              {speaker.name}
            </SpeakerLink>{" "}
            <span>{titleAndCompany(speaker)}</span>
          </p>
        ))}
      </figcaption>
    </figure>
  );
}

function phaseText(phase: ConferencePhase): string {
  const startsAt = new Date(conference.startsAt);
  if (phase.kind === "after") return `That was ${conference.name}. Thank you to everyone who came.`;
  if (phase.kind === "lastWeek") {
    if (phase.daysLeft === 1) return addNonBreakingSpaces(`Tomorrow, from ${clockText(startsAt)}.`);
    return phase.daysLeft === 7
      ? "One week to go."
      : `This ${weekdayText(startsAt)}. ${capitalise(numberWord(phase.daysLeft))} days to go.`;
  }
  if (phase.isOver) return "That was today. Thank you for coming.";
  return phase.now.length + phase.ended.length > 0
    ? "Today."
    : addNonBreakingSpaces(`Today, from ${clockText(startsAt)}.`);
}

/** Number of sessions that fit above the fold on a desktop. */
const MAX_LISTED = 8;

/** The first sessions of the program. On the day, the current ones with what came before and comes next. */
function Contents({ conferenceData, today }: { conferenceData: LandingData | null; today: Today | null }) {
  const { programSessions: all = [], speakers = [], connections = [] } = conferenceData ?? {};
  const programSessions = all.filter(({ type }) => !isBreak(type));
  if (programSessions.length === 0) return null;
  const tracks = new Set(programSessions.map(({ track }) => track).filter(Boolean)).size;
  const sessions = countText(programSessions.filter((session) => !isCancelled(session)).length, "session");
  const contents = [
    sessions,
    ...(speakers.length > 0 ? [countText(speakers.length, "speaker")] : []),
    ...(tracks > 1 ? [countText(tracks, "track")] : []),
  ];
  const onNow = today?.now.map(({ id }) => id) ?? [];
  const ended = today?.ended ?? [];
  const past = ended.slice(0, -1);
  const listed = all
    .filter(({ id, type }) => onNow.includes(id) || !(isBreak(type) || past.includes(id)))
    .slice(0, MAX_LISTED);
  const speakersOf = speakersBySession(speakers, connections);
  return (
    <nav aria-labelledby="edition" className="edition">
      {today ? (
        <h2 id="edition" className="flex justify-between font-display text-xl">
          {addNonBreakingSpaces(dayHeading(today))} <Clock clock={today.clock} />
        </h2>
      ) : (
        <h2 id="edition">{`In this edition: ${contents.join(", ")}`}</h2>
      )}
      <ol>
        {listed.map((session, index) => {
          const { id, type, track } = session;
          const isNow = onNow.includes(id);
          const isEnded = ended.includes(id);
          return (
            <li key={id} data-now={isNow || undefined} data-ended={isEnded || undefined}>
              <PageLink to={`${href("/")}#session-${id}`}>
                {isNow && track !== null ? (
                  <span className="uppercase">{track}</span>
                ) : (
                  <span>{!isInSameSlot(session, listed[index - 1]) && startTimeText(session)}</span>
                )}{" "}
                <b>{renderTitle(session)}</b>{" "}
                <i data-tone={isEnded ? undefined : sessionTypeTone(type)}>{sessionTypeName(type)}</i>
                {isNow && (
                  <small className="col-start-2 text-muted sm:hidden">
                    {whereAndWho(session, speakersOf.get(id))}
                  </small>
                )}
              </PageLink>
            </li>
          );
        })}
      </ol>
      {(today || programSessions.length > MAX_LISTED) && (
        <TextLink to={`${href("/")}#program`}>{`All ${sessions}`}</TextLink>
      )}
    </nav>
  );
}

const whereAndWho = (session: ListedSession, speakers: ListedSpeaker[] = []): string =>
  [getRoom(session), ...speakers.map(({ name }) => name)].filter(Boolean).join(", ");

/** Names the end of the current sessions if they end together, or the start of the next ones. */
function dayHeading({ now, next }: Today): string {
  const [on] = now;
  const [first] = next;
  if (on && now.every(({ end }) => end === on.end)) return `On now, until ${clockText(new Date(on.end))}`;
  if (on) return "On now";
  return first ? `Next, at ${clockText(new Date(first.start))}` : "";
}
