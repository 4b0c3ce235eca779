import { SessionLink, SpeakerLink } from "#app/components/links.tsx";
import { Photo } from "#app/components/photo.tsx";
import { NamedLinks, Prose } from "#app/components/prose.tsx";
import { renderTitle, SessionFacts, SlotTime } from "#app/components/session-facts.tsx";
import { PronounsAndRole, SpeakerFacts, titleAndCompany } from "#app/components/speaker-facts.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import type {
  DialogSession,
  DialogSpeaker,
  LandingData,
  ListedSession,
} from "#app/models/landing/landing.ts";
import {
  getClock,
  type SessionTime,
  sessionsBySpeaker,
} from "#app/models/program-session/program-session.ts";
import { useCloseDialog } from "#app/routes/home/use-shown-dialog.ts";
import { sessionPath, speakerPath } from "#app/sharing/sharing.ts";
import { type ConnectionRole, isBreak } from "#app/vocabulary/program.ts";

type DialogProps<Answer> = {
  wanted: string;
  answer: Answer | null;
  isLoaded: boolean;
  landing: LandingData;
};

type SessionSpeaker = DialogSpeaker & { role: ConnectionRole };
type SessionAnswer = {
  programSession: DialogSession;
  others: OtherFact[];
  speakers: SessionSpeaker[];
};

/** Shows a session's listed facts immediately and speakers after they load (§ 2). */
export function SessionDialog({ wanted, answer, isLoaded, landing }: DialogProps<SessionAnswer>) {
  const close = useCloseDialog();
  const listed = landing.programSessions.find(({ id }) => String(id) === wanted);
  const programSession = answer?.programSession ?? listed;
  if (!programSession) return null;
  const { id, description, type, track, room, tags } = programSession;
  const { time, clock, isAllDay }: SessionTime = listed ?? programSession;
  const isInCalendars = isAllDay || getClock({ time, clock }) !== undefined;
  return (
    <UrlDialog title={renderTitle(programSession)} {...close(`session-${id}`, "Back to the program")}>
      <div className="mt-3">
        <SessionFacts {...{ time, clock, type, track, room, tags }} />
      </div>
      {isInCalendars && (
        <p className="mt-2 text-base no-print">
          <a href={`/calendar/${id}.ics`} className="text-link">
            Add to calendar
          </a>
        </p>
      )}
      <NamedLinks links={answer?.programSession.links} />
      <OtherFacts facts={answer?.others} />
      {description && (
        <>
          <h3 className="mt-6 text-xl">About This Session</h3>
          <Bio text={description} />
        </>
      )}
      {(!isBreak(type) || (answer && answer.speakers.length > 0)) && (
        <>
          <h3 className="mt-6 text-xl">Speakers</h3>
          {answer ? (
            <SpeakerList speakers={answer.speakers} place={`session-${id}-speakers`} />
          ) : (
            <MissingPart what="speakers" {...{ isLoaded }} url={sessionPath(id)} />
          )}
        </>
      )}
    </UrlDialog>
  );
}

function SpeakerList({ speakers, place }: { speakers: SessionSpeaker[]; place: string }) {
  if (speakers.length === 0) return <p className="mt-2">No speakers assigned yet</p>;
  return (
    <ul id={place} className="mt-2">
      {speakers.map(({ id, name, bio, imageUrl, ...facts }) => (
        <li key={id} className="border-rule border-t py-3">
          <div className="flex items-center gap-4">
            <Photo name={name} imageUrl={imageUrl} size={56} />
            <div className="min-w-0">
              <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2">
                <SpeakerLink speakerId={id} place={place} isInDialog className="text-link font-semibold">
                  {name}
                </SpeakerLink>{" "}
                <PronounsAndRole speaker={facts} />
              </p>
              <p className="text-base text-muted">{titleAndCompany(facts)}</p>
            </div>
          </div>
          {bio && <Bio text={bio} />}
        </li>
      ))}
    </ul>
  );
}

type SessionItem = Pick<ListedSession, "id" | "title" | "time" | "clock" | "status"> & {
  role?: ConnectionRole;
};
type SpeakerAnswer = { speaker: DialogSpeaker; others: OtherFact[]; programSessions: SessionItem[] };

export function SpeakerDialog({ wanted, answer, isLoaded, landing }: DialogProps<SpeakerAnswer>) {
  const close = useCloseDialog();
  const speaker = answer?.speaker ?? landing.speakers.find(({ id }) => String(id) === wanted);
  if (!speaker) return null;
  const { id, name, imageUrl } = speaker;
  const programSessions: SessionItem[] =
    answer?.programSessions ?? sessionsBySpeaker(landing.programSessions, landing.connections).get(id) ?? [];
  return (
    <UrlDialog title={name} {...close(`speaker-${id}`, "Back to the speakers")}>
      <PronounsAndRole speaker={speaker} />
      {imageUrl !== null && (
        <div className="portrait">
          <Photo name={name} imageUrl={imageUrl} size={352} sizes="(width < 48rem) 100vw, 36rem" />
        </div>
      )}
      <div className="mt-3 text-base">
        <SpeakerFacts speaker={speaker} />
      </div>
      {answer ? (
        <>
          {answer.speaker.bio && <Bio text={answer.speaker.bio} />}
          <NamedLinks links={answer.speaker.links} />
          <OtherFacts facts={answer.others} />
        </>
      ) : (
        <MissingPart what="bio" {...{ isLoaded }} url={speakerPath(id)} />
      )}
      {programSessions.length > 0 && (
        <>
          <h3 className="mt-6 text-xl">Sessions</h3>
          <SessionList programSessions={programSessions} place={`speaker-${id}-sessions`} />
        </>
      )}
    </UrlDialog>
  );
}

const SessionList = ({ programSessions, place }: { programSessions: SessionItem[]; place: string }) => (
  <ul id={place} className="mt-2">
    {programSessions.map(({ id, title, time, clock, status, role }) => (
      <li key={id} className="border-rule border-t py-3">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <SessionLink
            programSessionId={id}
            place={place}
            isInDialog
            className="text-link wrap-anywhere font-semibold"
          >
            {renderTitle({ title, status })}
          </SessionLink>{" "}
          {role && <span className="badge capitalize">{role}</span>}
        </p>
        <p className="text-base text-muted">
          <SlotTime time={time} clock={clock} />
        </p>
      </li>
    ))}
  </ul>
);

type OtherFact = { label: string; text: string };

const OtherFacts = ({ facts = [] }: { facts?: OtherFact[] }) =>
  facts.length > 0 && (
    <dl className="mt-4 grid gap-2">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-base text-muted">{label}</dt>
          <dd className="wrap-anywhere">
            <Prose text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );

const Bio = ({ text }: { text: string }) => (
  <div className="bio">
    <Prose text={text} />
  </div>
);

function MissingPart({ what, isLoaded, url }: { what: string; isLoaded: boolean; url: string }) {
  if (!isLoaded) return <p role="status">{`Loading ${what}...`}</p>;
  return (
    <p role="alert" className="mt-2">
      {`The ${what} could not be loaded. Check your connection, then `}
      <a href={url} className="text-link">
        reload the page
      </a>
      .
    </p>
  );
}
