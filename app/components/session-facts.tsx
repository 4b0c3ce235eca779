import { Badge } from "#app/components/buttons-and-badge.tsx";
import { conference } from "#app/conference/conference.ts";
import {
  getClock,
  type ProgramSessionJson,
  type SessionTime,
} from "#app/models/program-session/program-session.ts";
import { addNonBreakingSpaces } from "#app/platform/text.ts";
import {
  getRoom,
  isCancelled,
  sessionTypeName,
  sessionTypeTone,
  shortTrackName,
  type Track,
} from "#app/vocabulary/program.ts";

type Facts = Pick<ProgramSessionJson, "type" | "track"> &
  SessionTime & { room?: string | null; tags?: string[] | null };

export function SessionFacts({ time, clock, type, track, room, tags }: Facts) {
  const where = getRoom({ track, room });
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">
        <SlotTime time={time} clock={clock} />
      </span>{" "}
      <SessionTypeBadge type={type} /> {track && <TrackBadge track={track} />}
      <Tags tags={tags} />
      {where && <span className="wrap-anywhere">{where}</span>}
    </p>
  );
}

export const renderTitle = ({ title, status }: { title: string; status?: string }): React.ReactNode =>
  isCancelled({ status }) ? (
    <>
      <small>Cancelled:</small> <s>{title}</s>
    </>
  ) : (
    title
  );

export const Tags = ({ tags }: { tags: string[] | null | undefined }) =>
  tags?.map((tag) => (
    <span key={tag} className="badge">
      {` ${tag}`}
    </span>
  ));

/** Formats a session's time, such as '8:45 – 9:30 AM'. Shows unparsable text unchanged. */
export function SlotTime({ joint = "–", ...session }: SessionTime & { joint?: string }) {
  const { time } = session;
  const clock = getClock(session);
  const [, start, end] = (clock && RANGE.exec(time.trim())) || [];
  return (
    <time dateTime={clock}>
      {start === undefined || end === undefined ? (
        <span className="wrap-anywhere">{addNonBreakingSpaces(time)}</span>
      ) : (
        <>
          <span className="wrap-anywhere inline-block">
            {addNonBreakingSpaces(withoutSharedHalf(start, end))}
          </span>{" "}
          <span className="wrap-anywhere inline-block">{addNonBreakingSpaces(`${joint} ${end}`)}</span>
        </>
      )}
    </time>
  );
}

/** Returns the start time without AM or PM, such as '8:45', or unparsable text unchanged. */
export const startTimeText = (session: SessionTime): string =>
  getClock(session) === undefined || conference.clock === 24
    ? (getClock(session) ?? session.time)
    : (RANGE.exec(session.time.trim())?.[1] ?? session.time).replace(HALF, "").trim();

/** Captures the start and the end around a single dash. */
const RANGE = /^([^-\u2010-\u2015\u2212]+?)\s*[-\u2010-\u2015\u2212]\s*([^-\u2010-\u2015\u2212]+)$/;
const HALF = /\s*\b([ap])\.?m\.?$/i;

/** Removes AM or PM from `start` if `end` repeats it: '8:45 AM' before '9:30 AM' becomes '8:45'. */
const withoutSharedHalf = (start: string, end: string): string =>
  HALF.exec(start)?.[1]?.toLowerCase() === HALF.exec(end)?.[1]?.toLowerCase()
    ? start.replace(HALF, "")
    : start;

export function SessionTypeBadge({ type }: { type: string }) {
  return <Badge tone={sessionTypeTone(type)}>{sessionTypeName(type)}</Badge>;
}

export function TrackBadge({ track }: { track: Track }) {
  return <span className="badge uppercase">{shortTrackName(track)}</span>;
}

/** The time at which the server made the page. A script refreshes the page, and with it the clock. */
export const Clock = ({ clock }: { clock: string }) => (
  <time className="text-red">
    <span aria-hidden="true">●&nbsp;</span>
    {clock.replace(/ [AP]M$/, "")}
  </time>
);
