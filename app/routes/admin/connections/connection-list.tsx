import { Form, href } from "react-router";
import { History } from "#app/components/admin/history-list.tsx";
import { ReturnToPlace } from "#app/components/admin/kept-place.tsx";
import { SlotTime } from "#app/components/session-facts.tsx";
import type { HistoryEntry } from "#app/models/history/history.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { withClock } from "#app/models/program-session/time-slot.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import type { ConnectionRole } from "#app/vocabulary/program.ts";

type Assigned = { id: number; name: string; title: string; role: ConnectionRole };

type ConnectionListProps = {
  programSessions: (ProgramSessionJson & { speakers: Assigned[] })[];
  histories: Record<number, HistoryEntry[]>;
  formId: string;
};

/** Every session with its speakers, their roles and a way to take them off (specification, 2). */
export function ConnectionList({ programSessions, histories, formId }: ConnectionListProps) {
  return (
    <>
      <h2 className="mt-6 border-ink border-t-3 pt-3 text-2xl">Current Connections</h2>
      {programSessions.length === 0 && (
        <p className="mt-4">
          There are no sessions to connect anyone to yet.{" "}
          <TextLink to={`${href("/admin/program")}?add=`}>Add a session</TextLink> first.
        </p>
      )}
      <ul className="mt-4 grid gap-4">
        {programSessions.map(({ id, title, time, speakers }) => (
          <li key={id} id={`session-${id}`} className="card" data-tone="grey">
            <p className="text-base text-muted">
              <SlotTime time={time} {...withClock(time)} />
            </p>
            <h3 className="wrap-anywhere text-xl">{title}</h3>
            {speakers.length === 0 ? (
              <div className="mt-2 text-base">
                <p className="text-muted">No speakers assigned to this session</p>
                <p>
                  <TextLink to={`?session=${id}#speakerId`}>
                    Choose a speaker<span className="sr-only"> for {title}</span>
                  </TextLink>
                </p>
              </div>
            ) : (
              <ul className="mt-2">
                {speakers.map((speaker) => (
                  <AssignedSpeaker key={speaker.id} {...{ speaker, formId }} session={{ id, title }} />
                ))}
              </ul>
            )}
            <div className="mt-3">
              <History entries={histories[id]} name={title} href={`?history=${id}`} id={`history-${id}`} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

type AssignedProps = { speaker: Assigned; session: { id: number; title: string }; formId: string };

function AssignedSpeaker({ speaker: { id, name, title, role }, session, formId }: AssignedProps) {
  return (
    <li className="connected flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-rule border-t py-2">
      <p className="wrap-anywhere min-w-0 text-base">
        <span className="font-semibold">{name}</span> <span className="text-muted">{title}</span>{" "}
        <span className="badge capitalize">{role}</span>
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="speakerId" value={id} />
        <input type="hidden" name="sessionId" value={session.id} />
        <ReturnToPlace at="session" />
        <button type="submit" name="disconnect" value="1" className="small-button">
          Remove
          <span className="sr-only">
            {" "}
            {name} from {session.title}
          </span>
        </button>
      </Form>
    </li>
  );
}
