import { Bio } from "#app/components/bio.tsx";
import { SessionLink } from "#app/components/dialog-link.tsx";
import { Portrait } from "#app/components/portrait.tsx";
import { SlotTime } from "#app/components/slot-time.tsx";
import { UrlDialog } from "#app/components/url-dialog.tsx";
import type { LandingData, ListedSession, ListedSpeaker } from "#app/models/landing/landing.ts";
import { sessionsBySpeaker } from "#app/models/program-session/program-session.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { NotLoaded } from "#app/routes/home/not-loaded.tsx";
import { useCloseDialog } from "#app/routes/home/use-close-dialog.ts";
import { speakerPath } from "#app/sharing/paths.ts";
import type { ConnectionRole } from "#app/vocabulary/connection.ts";

type DialogSession = Pick<ListedSession, "id" | "title" | "time" | "clock"> & { role?: ConnectionRole };

/** A speaker: who they are and where they speak, which the page already holds; the bio comes with the answer. */
export function SpeakerDialog({
  wanted,
  answer,
  isAnswered,
  landing,
}: {
  /** The id that the address has. */
  wanted: string;
  answer: {
    speaker: Pick<SpeakerJson, "id" | "name" | "title" | "company" | "bio" | "imageUrl">;
    programSessions: DialogSession[];
  } | null;
  /** Whether there is nothing to wait for. */
  isAnswered: boolean;
  landing: LandingData;
}) {
  const close = useCloseDialog();
  const speaker: Omit<ListedSpeaker, "category" | "featured"> | undefined =
    answer?.speaker ?? landing.speakers.find(({ id }) => String(id) === wanted);
  if (!speaker) return null;
  const { id, name, title, company, imageUrl } = speaker;
  const programSessions: DialogSession[] =
    answer?.programSessions ?? sessionsBySpeaker(landing.programSessions, landing.connections).get(id) ?? [];
  return (
    <UrlDialog title={name} {...close(`speaker-${id}`, "Back to the speakers")}>
      <div className="mt-3 speaker-card">
        <Portrait name={name} imageUrl={imageUrl} size={96} />
        <div>
          <p>{title}</p>
          {company && <p className="text-muted">{company}</p>}
        </div>
      </div>
      {answer ? (
        answer.speaker.bio && <Bio text={answer.speaker.bio} />
      ) : isAnswered ? (
        <NotLoaded what="bio" address={speakerPath(id)} />
      ) : (
        <p role="status">Loading bio...</p>
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

const SessionList = ({ programSessions, place }: { programSessions: DialogSession[]; place: string }) => (
  <ul id={place} className="mt-2">
    {programSessions.map(({ id, title, time, clock, role }) => (
      <li key={id} className="border-rule border-t py-3">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <SessionLink
            programSessionId={id}
            place={place}
            isInDialog
            className="text-link wrap-anywhere font-semibold"
          >
            {title}
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
