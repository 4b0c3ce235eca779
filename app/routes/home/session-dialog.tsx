import { Bio } from "#app/components/bio.tsx";
import { SpeakerLink } from "#app/components/dialog-link.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { SessionFacts } from "#app/components/session-facts.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import type { LandingData, ListedSession } from "#app/models/landing/landing.ts";
import { clockOf } from "#app/models/program-session/program-session.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { NotLoaded } from "#app/routes/home/not-loaded.tsx";
import { useCloseDialog } from "#app/routes/home/use-close-dialog.ts";
import { sessionPath } from "#app/sharing/paths.ts";
import type { ConnectionRole } from "#app/vocabulary/connection.ts";

type DialogSpeaker = Pick<SpeakerJson, "id" | "name" | "title" | "company" | "bio" | "imageUrl"> & {
  role: ConnectionRole;
};

/** A session (specification, 2). What the program already holds is shown at once; the speakers come with the answer. */
export function SessionDialog({
  wanted,
  answer,
  isAnswered,
  landing,
}: {
  /** The id that the address has. */
  wanted: string;
  answer: { programSession: ListedSession; speakers: DialogSpeaker[] } | null;
  /** Whether there is nothing to wait for. */
  isAnswered: boolean;
  landing: LandingData;
}) {
  const close = useCloseDialog();
  const listed = landing.programSessions.find(({ id }) => String(id) === wanted);
  const programSession = answer?.programSession ?? listed;
  if (!programSession) return null;
  const { id, title, time, description, type, track } = programSession;
  const clock = listed?.clock;
  // The same as calendars have: what names no hour is for the whole day.
  const isInCalendars = clockOf({ time, clock }) !== undefined || !/\p{N}/u.test(time);
  return (
    <UrlDialog title={title} {...close(`session-${id}`, "Back to the program")}>
      <div className="mt-3">
        <SessionFacts time={time} clock={clock} type={type} track={track} />
      </div>
      {isInCalendars && (
        <p className="mt-2 text-base print:hidden">
          <a href={`/calendar/${id}.ics`} className="text-link">
            Add to calendar
          </a>
        </p>
      )}
      {description && (
        <>
          <h3 className="mt-6 text-xl">About This Session</h3>
          <Bio text={description} />
        </>
      )}
      <h3 className="mt-6 text-xl">Speakers</h3>
      {answer ? (
        <SpeakerList speakers={answer.speakers} place={`session-${id}-speakers`} />
      ) : isAnswered ? (
        <NotLoaded what="speakers" address={sessionPath(id)} />
      ) : (
        <p role="status">Loading speakers...</p>
      )}
    </UrlDialog>
  );
}

function SpeakerList({ speakers, place }: { speakers: DialogSpeaker[]; place: string }) {
  if (speakers.length === 0) return <p className="mt-2">No speakers assigned yet</p>;
  return (
    <ul id={place} className="mt-2">
      {speakers.map(({ id, name, title, company, bio, imageUrl, role }) => (
        <li key={id} className="border-rule border-t py-3">
          <div className="flex items-center gap-4">
            <Portrait name={name} imageUrl={imageUrl} size={56} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <SpeakerLink
                  speakerId={id}
                  place={place}
                  isInDialog
                  className="text-link wrap-anywhere font-semibold"
                >
                  {name}
                </SpeakerLink>{" "}
                <span className="badge capitalize">{role}</span>
              </p>
              <p className="text-base text-muted">{company ? `${title}, ${company}` : title}</p>
            </div>
          </div>
          {bio && <Bio text={bio} />}
        </li>
      ))}
    </ul>
  );
}
