import { href, Link } from "react-router";
import type { ItemRow } from "#app/components/admin/deleted-rows.ts";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { HistoryLink } from "#app/components/admin/history-list.tsx";
import { SlotTime } from "#app/components/session-facts.tsx";
import { HiddenFields, ReturnField, RowForm, UndoButton } from "#app/components/toast.tsx";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { createClockField } from "#app/models/program-session/time-slot.ts";
import { ButtonLink, LIST_HEADING } from "#app/routes/admin/ui-elements.tsx";
import { type ConnectionRole, isBreak, sessionTypeName } from "#app/vocabulary/program.ts";

/** `id` identifies the connection, not the speaker. */
type Assigned = { id: number; speakerId: number; name: string; title: string; role: ConnectionRole };

export type ConnectedSession = ProgramSessionJson & { speakers: ItemRow<Assigned>[] };

type ConnectionListProps = {
  programSessions: ConnectedSession[];
  screen: string;
  formId: string;
};

export function ConnectionList({ programSessions, screen, formId }: ConnectionListProps) {
  return (
    <>
      <h2 className={LIST_HEADING}>Current Connections</h2>
      {programSessions.length === 0 && (
        <EmptyState
          title="There are no sessions to connect anyone to yet."
          text="Connections say who speaks in which session."
        >
          <ButtonLink to={`${href("/admin/program")}?add=`}>Add a session</ButtonLink>
        </EmptyState>
      )}
      <ul className="rows">
        {programSessions.map(({ id, title, time, type, speakers }) => (
          <li
            key={id}
            id={`session-${id}`}
            data-row
            data-tone="grey"
            className="flex flex-wrap items-start gap-x-4 py-2 pr-2 pl-3 text-base lg:flex-nowrap"
          >
            <div className="min-w-0 flex-1">
              <p className="text-muted">
                <SlotTime time={time} {...createClockField(time)} />
              </p>
              <h3 className="wrap-anywhere font-semibold text-base">
                <Link
                  to={`${href("/admin/program")}?edit=${id}`}
                  className="max-lg:underline hover:underline"
                >
                  {title}
                </Link>
              </h3>
            </div>
            <ul className="order-1 w-full lg:order-none lg:w-1/2">
              {speakers.map((speaker) => (
                <AssignedSpeaker key={speaker.id} {...{ speaker, screen, formId }} session={{ id, title }} />
              ))}
              {speakers.length === 0 && (
                <li className="text-muted">
                  {isBreak(type) ? sessionTypeName(type) : "No speakers assigned to this session"}
                </li>
              )}
            </ul>
            <HistoryLink id={id} name={title} />
          </li>
        ))}
      </ul>
    </>
  );
}

type AssignedProps = {
  speaker: ItemRow<Assigned>;
  session: { id: number; title: string };
  screen: string;
  formId: string;
};

function AssignedSpeaker({ speaker, session, screen, formId }: AssignedProps) {
  const { speakerId, name, title, role, removal } = speaker;
  const isRemoved = removal !== null;
  return (
    <li className={`flex items-center gap-2 py-0.5 ${isRemoved ? "row-removed" : ""}`}>
      <p className="wrap-anywhere min-w-0 flex-1">
        <span className="font-semibold">{name}</span> <span className="text-muted">{title}</span>{" "}
        <span className="badge capitalize">{role}</span>
      </p>
      {/* Reserves space for the Undo button, so the row keeps its layout. */}
      <div className="removal w-15 flex-none">
        {removal && <UndoButton {...{ screen, formId }} id={removal.id} what={`removing ${name}`} />}
      </div>
      <RowForm className="removal">
        <HiddenFields {...{ formId, speakerId }} sessionId={session.id} />
        <ReturnField at="session" />
        <button
          type="submit"
          name="disconnect"
          value="1"
          className="small-button w-22 justify-center px-0"
          aria-disabled={isRemoved || undefined}
          onClick={(event) => isRemoved && event.preventDefault()}
        >
          {isRemoved ? "Removed" : "Remove"}
          <span className="sr-only">
            {" "}
            {name} from {session.title}
          </span>
        </button>
      </RowForm>
    </li>
  );
}
