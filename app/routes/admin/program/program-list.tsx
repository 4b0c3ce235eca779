import { href, Link } from "react-router";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { SessionFacts, sessionTone } from "#app/components/session-facts.tsx";
import { type Position, positionIn } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import type { Conflict } from "#app/models/program-session/clashes.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { columnOf, startMinute, withClock } from "#app/models/program-session/time-slot.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { numberText } from "#app/vocabulary/counted.ts";

/** 'Conference Schedule (n sessions)', or what to do while there is none (specification, 2). */
export function ProgramList({
  programSessions,
  conflicts,
  histories,
  formId,
}: {
  programSessions: ProgramSessionJson[];
  conflicts: Conflict[];
  histories: Record<number, HistoryEntry[]>;
  formId: string;
}) {
  const columns = groupBy(programSessions, columnOf);
  return (
    <>
      <h2 className="border-ink border-t-3 pt-3 text-2xl">
        Conference Schedule ({programSessions.length} sessions)
      </h2>
      <Conflicts conflicts={conflicts} />
      {programSessions.length === 0 ? (
        <div className="mt-6">
          <p className="font-semibold">No sessions yet</p>
          <p>Get started by adding your first conference session.</p>
          <p className="mt-2">
            <Link to={`${href("/admin/program")}?add=`} className="text-link">
              Add the first session
            </Link>
          </p>
        </div>
      ) : (
        <ol className="reordered mt-4 grid gap-4">
          {programSessions.map((programSession) => (
            <SessionCard
              key={programSession.id}
              programSession={programSession}
              conflicts={conflicts.filter(({ sessions }) => sessions.includes(programSession.id))}
              history={histories[programSession.id]}
              formId={formId}
              position={positionIn(columns.get(columnOf(programSession)) ?? [], programSession)}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** Each is said on its card, too: so many stand above the list. */
const NAMED_AT_MOST = 5;

function Conflicts({ conflicts }: { conflicts: Conflict[] }) {
  if (conflicts.length === 0) return null;
  const left = conflicts.length - NAMED_AT_MOST;
  return (
    <section className="card mt-4" data-tone="yellow" aria-labelledby="conflicts-title">
      <h3 id="conflicts-title" className="text-xl">
        Worth a second look
      </h3>
      <ul className="mt-2 list-disc pl-6 text-base">
        {conflicts.slice(0, NAMED_AT_MOST).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
        {left > 0 && <li>{`${numberText(left)} more, each said with its session below`}</li>}
      </ul>
    </section>
  );
}

/** With what is said of it at the top: whoever has just saved it looks here. */
function SessionCard({
  programSession,
  conflicts,
  history,
  formId,
  position,
}: {
  programSession: ProgramSessionJson;
  conflicts: Conflict[];
  history: HistoryEntry[] | undefined;
  formId: string;
  position: Position;
}) {
  const { id, title, time, description, type, track } = programSession;
  return (
    <li className="card" data-tone={sessionTone(type)} data-order={position.order}>
      <SessionFacts time={time} {...withClock(time)} type={type} track={track} />
      <h3 className="wrap-anywhere mt-1 text-xl">{title}</h3>
      {description && <p className="wrap-anywhere mt-1 whitespace-pre-line text-base">{description}</p>}
      {conflicts.map(({ text }) => (
        <p key={text} className="wrap-anywhere mt-2 border-ink border-l-3 pl-3 text-base">
          <strong>Worth a second look:</strong> {text}
        </p>
      ))}
      <ItemActions id={id} name={title} history={history}>
        <MoveActions
          id={id}
          name={title}
          formId={formId}
          position={position}
          whyAlone={startMinute(time) === null ? "Placed last: its time names no hour" : "Placed by its time"}
        />
      </ItemActions>
    </li>
  );
}
