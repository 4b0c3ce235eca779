import { useState } from "react";
import { href, Link } from "react-router";
import { type ItemRow, useRowsWithDeleted } from "#app/components/admin/deleted-rows.ts";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { matchesQuery, NothingFound, useListQuery } from "#app/components/admin/list-search.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { DragHandle } from "#app/components/admin/reorder-form.tsx";
import { renderTitle, SlotTime, Tags } from "#app/components/session-facts.tsx";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { listConnections, speakersVersion } from "#app/models/connection/connection.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { getPosition, type ListPosition } from "#app/models/editable/order.ts";
import {
  findDoubtfulTimes,
  findProgramConflicts,
  type ProgramConflict,
} from "#app/models/program-session/conflicts.ts";
import { PROGRAM_SESSION_FIELDS, PROGRAM_SESSION_WORDS } from "#app/models/program-session/fields.ts";
import { PROGRAM_SESSIONS } from "#app/models/program-session/program-session.server.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import {
  createClockField,
  groupBySlot,
  parseSortMinute,
  slotGroupKey,
} from "#app/models/program-session/time-slot.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { countText } from "#app/platform/text.ts";
import { DraftMark } from "#app/routes/admin/drafts.tsx";
import { editableAction, loadEditorData } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-refusals.ts";
import { useListPage } from "#app/routes/admin/list-page.ts";
import { WriteButton } from "#app/routes/admin/messages/write-button.tsx";
import { type ListedSession, SessionForm } from "#app/routes/admin/program/session-form.tsx";
import { SESSION_FORM } from "#app/routes/admin/program/session-speakers.server.ts";
import { ButtonLink, SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { cancelledTitle } from "#app/sharing/sharing.ts";
import {
  getRoom,
  isBreak,
  isCancelled,
  sessionTypeName,
  sessionTypeTone,
  shortTrackName,
} from "#app/vocabulary/program.ts";
import type { Route } from "./+types/program";

const isTalk = (session: ProgramSessionJson) => !isBreak(session.type) && !isCancelled(session);

export async function loader({ request, context }: Route.LoaderArgs) {
  const programSessions = await PROGRAM_SESSIONS.list();
  const connections = await listConnections();
  const speakers = await SPEAKERS.list();
  const links = groupBy(connections, ({ programSessionId }) => programSessionId);
  return {
    programSessions: programSessions.map((programSession) => {
      const ofSession = links.get(programSession.id) ?? [];
      return {
        ...PROGRAM_SESSIONS.toJson(programSession),
        speakers: speakers.flatMap(({ id, name }) =>
          ofSession.flatMap(({ speakerId, role }) => (speakerId === id ? { id, name, role } : [])),
        ),
        connectionCount: ofSession.length,
        beside: speakersVersion(ofSession),
      };
    }),
    speakers: speakers.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
    conflicts: [
      ...findProgramConflicts(programSessions, connections, speakers),
      ...findDoubtfulTimes(programSessions),
    ],
    editing: await loadEditorData({ request, context }, "session"),
  };
}

export const shouldRevalidate = shouldRevalidateConflict;

export const clientAction = withFormRecovery((failed) => refuseItemForm("session", failed));

export const action = editableAction("session", SESSION_FORM);

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const { programSessions, speakers, conflicts, editing } = loaderData;
  const { formId } = editing;
  const [q, onQuery] = useListQuery();
  const search = { q, onQuery, what: "sessions" };
  const rows = useRowsWithDeleted(programSessions, editing.deletions);
  const found = rows.filter(({ title, time, room, track, speakers }) =>
    matchesQuery(q, title, time, getRoom({ room, track }), ...speakers.map(({ name }) => name)),
  );
  const ids = groupBySlot(found).flatMap((slot) => slot.programSessions.map(({ id }) => id));
  const { isShown, links } = useListPage(ids, q);
  const slots = groupBySlot(found.filter(isShown));
  const places = slots.flatMap(({ time, programSessions: [first] }) =>
    first ? { id: `edit-${first.id}`, text: time } : [],
  );
  const columns = groupBy(programSessions, slotGroupKey);
  return (
    <EditableScreen
      {...PROGRAM_DIALOGS}
      form={(form) => <SessionForm form={form} speakers={speakers} />}
      items={programSessions}
      editing={editing}
      actionData={actionData}
      strip={<Conflicts conflicts={conflicts} />}
      tools={{ ...search, places }}
    >
      <h2 className="text-lg leading-5">
        Conference Schedule ({countText(programSessions.filter(isTalk).length, "session")})
      </h2>
      {rows.length === 0 && (
        <EmptyState title="No sessions yet" text="Get started by adding your first conference session.">
          <ButtonLink to={`${href("/admin/program")}?add=`}>Add the first session</ButtonLink>
          <SmallLink to={`${href("/admin/program")}/import`}>Import the program</SmallLink>
        </EmptyState>
      )}
      {rows.length > 0 && found.length === 0 && <NothingFound {...search} />}
      <ol className="rows">
        {slots.flatMap(({ programSessions: inSlot }) =>
          inSlot.map((programSession, at) => (
            <SessionItem
              key={programSession.id}
              programSession={programSession}
              isFirst={at === 0}
              conflicts={conflicts.filter(({ sessions }) => sessions.includes(programSession.id))}
              formId={formId}
              position={getPosition(columns.get(slotGroupKey(programSession)) ?? [], programSession)}
              // Counts deleted rows too, so that a deletion changes no controls beside it.
              isAlone={inSlot.filter(({ track }) => track === programSession.track).length === 1}
              isWhole={q === "" && links.pageCount === 1}
            />
          )),
        )}
      </ol>
      <PageLinks {...links} />
    </EditableScreen>
  );
}

function Conflicts({ conflicts }: { conflicts: ProgramConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Disclosure label={countText(conflicts.length, "thing to check", "things to check")}>
      <h2 className="text-lg">Worth a second look</h2>
      <ul className="list-disc pl-6">
        {conflicts.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

type SessionItemProps = {
  programSession: ItemRow<ListedSession>;
  /** On wide screens, only the first session of a slot shows the time. */
  isFirst: boolean;
  conflicts: ProgramConflict[];
  formId: string;
  position: ListPosition;
  isAlone: boolean;
  isWhole: boolean;
};

const ROW =
  "grid grid-cols-[minmax(0,auto)_minmax(5.5rem,1fr)_auto] grid-rows-[auto_auto_1fr] items-start gap-x-2 gap-y-0.5 py-2 pr-2 pl-3 text-sm leading-snug wrap-anywhere lg:grid-cols-[6.5rem_5fr_minmax(6rem,3fr)_3fr_auto] lg:grid-rows-none lg:items-center lg:gap-x-3 lg:py-1 lg:pl-6";
const TIME =
  "font-semibold [&_span+span]:font-normal [&_span+span]:text-muted lg:[&>time]:grid lg:[&>time>:first-child]:font-display lg:[&>time>:first-child]:text-base";
const ACTIONS =
  "col-start-3 row-span-3 row-start-1 flex w-15 flex-col whitespace-nowrap gap-1.5 max-lg:[&>span]:sr-only lg:col-start-auto lg:row-span-1 lg:row-start-auto lg:w-46 lg:flex-row lg:items-center lg:justify-end";

function SessionItem(props: SessionItemProps) {
  const { programSession, isFirst, conflicts, formId, position, isAlone, isWhole } = props;
  const { id, title, time, description, type, track, room, tags, speakers, removal } = programSession;
  const where = getRoom({ track, room });
  // A clash that a deletion ended keeps its place, so that no row moves.
  const [first] = useState(conflicts);
  const isOn = (clash: string) => conflicts.some(({ what }) => what === clash);
  const ended = first.filter(({ what }) => !isOn(what));
  // A filtered list has no positions.
  const isDraggable = isWhole && !removal && position.places > 1;
  return (
    <li
      data-row
      className={`session-row ${ROW} ${isFirst ? "border-t-2 border-t-ink" : ""} ${removal ? "row-removed" : ""}`}
      data-tone={sessionTypeTone(type)}
      data-alone={isAlone || undefined}
      data-order={removal ? undefined : position.order}
    >
      {isDraggable && <DragHandle id={id} order={position.order} />}
      {/* Screen readers read every time. */}
      <p className={`${TIME} ${isFirst ? "" : "lg:[clip-path:inset(50%)]"}`}>
        <SlotTime time={time} {...createClockField(time)} joint="to" />
      </p>
      <div className="col-span-2 row-start-2 text-muted lg:col-span-1 lg:row-start-auto">
        <h3 className="text-base text-ink leading-tight max-lg:underline">{renderTitle(programSession)}</h3>
        {programSession.status === "draft" && !removal && <DraftMark {...{ id, formId }} name={title} />}
        <p>
          {speakers.map(({ name }) => name).join(", ")}
          {speakers.length === 0 && !isBreak(type) && !removal && (
            <Link to={`?edit=${id}`} className="text-link max-lg:hidden" preventScrollReset>
              Add speakers<span className="sr-only"> to {title}</span>
            </Link>
          )}
        </p>
      </div>
      <p className="col-start-2 row-start-1 lg:col-start-auto lg:row-start-auto">
        <strong className="border-(--accent) border-l-3 pl-2 text-(--tint-ink)">
          {sessionTypeName(type)}
        </strong>{" "}
        {track !== null && <span className="uppercase">{shortTrackName(track)}</span>}{" "}
        {where && <span className="text-muted">{where}</span>}
      </p>
      <p className="col-span-2 lg:col-span-1">
        {[...conflicts, ...ended].map(({ what, text }) => (
          <span
            key={text}
            className={`badge ${isOn(what) ? "" : "invisible"}`}
            data-tone="yellow"
            title={text}
          >
            {what}
          </span>
        ))}
      </p>
      <ItemActions
        {...{ id, removal, formId }}
        name={title}
        screen={href("/admin/program")}
        className={`${ACTIONS} ${isAlone ? "" : "min-h-24 lg:min-h-0"}`}
        move={
          <MoveActions
            {...{ id, formId, position }}
            name={title}
            whyAlone={
              parseSortMinute(time) === null ? "Ordered last: its time has no hour" : "Ordered by start time"
            }
          />
        }
      >
        {(description || tags) && (
          <p className="whitespace-pre-line">
            {description} <Tags tags={tags} />
          </p>
        )}
        {isCancelled(programSession) && (
          <WriteButton
            filter={NO_FILTER}
            formId={formId}
            subject={cancelledTitle(programSession)}
            className="text-link"
          >
            Write to everyone about this
          </WriteButton>
        )}
      </ItemActions>
    </li>
  );
}

const PROGRAM_DIALOGS = {
  words: PROGRAM_SESSION_WORDS,
  fields: PROGRAM_SESSION_FIELDS,
  nameOf: ({ title }: ListedSession) => title,
  nameInConfirmation: ({ title }: ListedSession) => `"${title}"`,
};
