import { href, Link } from "react-router";
import { type ItemRow, rowClass, useRowsWithDeleted } from "#app/components/admin/deleted-rows.ts";
import { FormDialog, type OpenForm } from "#app/components/admin/dialogs.tsx";
import { Disclosure } from "#app/components/admin/disclosure.tsx";
import { EmptyState } from "#app/components/admin/fallback-pages.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { matchesQuery, NothingFound, useListQuery } from "#app/components/admin/list-search.tsx";
import { DragHandle } from "#app/components/admin/reorder-form.tsx";
import { SelectField, TextField } from "#app/components/form/field.tsx";
import { renderTitle, SessionFacts, Tags } from "#app/components/session-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
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
import { speakersBySession } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { countText } from "#app/platform/text.ts";
import { editableAction, loadEditorData } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-refusals.ts";
import { WriteButton } from "#app/routes/admin/messages/write-button.tsx";
import { SmallLink } from "#app/routes/admin/ui-elements.tsx";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { cancelledTitle } from "#app/sharing/sharing.ts";
import {
  getRoom,
  isBreak,
  isCancelled,
  isKnownSessionType,
  SESSION_TYPES,
  sessionTypeName,
  sessionTypeTone,
  trackOptions,
} from "#app/vocabulary/program.ts";
import type { Route } from "./+types/program";

export const meta = () => [];

const isTalk = (session: ProgramSessionJson) => !isBreak(session.type) && !isCancelled(session);

export async function loader({ request, context }: Route.LoaderArgs) {
  const [programSessions, connections, speakers] = await Promise.all([
    PROGRAM_SESSIONS.list(),
    listConnections(),
    SPEAKERS.list(),
  ]);
  const speakersOf = speakersBySession(speakers, connections);
  return {
    programSessions: programSessions.map((programSession) => {
      const names = speakersOf.get(programSession.id)?.map(({ name }) => name) ?? [];
      return { ...PROGRAM_SESSIONS.toJson(programSession), names, connectionCount: names.length };
    }),
    conflicts: [
      ...findProgramConflicts(programSessions, connections, speakers),
      ...findDoubtfulTimes(programSessions),
    ],
    editing: await loadEditorData({ request, context }, "session"),
  };
}

export const shouldRevalidate = shouldRevalidateConflict;

export const clientAction = withFormRecovery((failed) => refuseItemForm("session", failed));

export const action = editableAction("session");

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const { programSessions, conflicts, editing } = loaderData;
  const { formId } = editing;
  const [q, onQuery] = useListQuery();
  const search = { q, onQuery, what: "sessions" };
  const rows = useRowsWithDeleted(programSessions, editing.deletions);
  const found = rows.filter(({ title, time, room, track, names }) =>
    matchesQuery(q, title, time, getRoom({ room, track }), ...names),
  );
  const places = groupBySlot(found).flatMap(({ time, programSessions: [first] }) =>
    first ? { id: `edit-${first.id}`, text: time } : [],
  );
  const columns = groupBy(programSessions, slotGroupKey);
  return (
    <EditableScreen
      {...PROGRAM_DIALOGS}
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
          <Link to={`${href("/admin/program")}?add=`} className="button">
            Add the first session
          </Link>
          <SmallLink to={`${href("/admin/program")}/import`}>Import the program</SmallLink>
        </EmptyState>
      )}
      {rows.length > 0 && found.length === 0 && <NothingFound {...search} />}
      <ol className="rows">
        {found.map((programSession) => (
          <SessionItem
            key={programSession.id}
            programSession={programSession}
            conflicts={conflicts.filter(({ sessions }) => sessions.includes(programSession.id))}
            formId={formId}
            position={getPosition(columns.get(slotGroupKey(programSession)) ?? [], programSession)}
            // A filtered list has no positions.
            isDraggable={q === ""}
          />
        ))}
      </ol>
    </EditableScreen>
  );
}

function Conflicts({ conflicts }: { conflicts: ProgramConflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <Disclosure label={countText(conflicts.length, "thing to check", "things to check")}>
      <h2 className="text-lg">{TO_CHECK}</h2>
      <ul className="list-disc pl-6">
        {conflicts.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Disclosure>
  );
}

const TO_CHECK = "Worth a second look";

type SessionItemProps = {
  programSession: ItemRow<ListedSession>;
  conflicts: ProgramConflict[];
  formId: string;
  position: ListPosition;
  isDraggable: boolean;
};

function SessionItem(props: SessionItemProps) {
  const { programSession, conflicts, formId, position, isDraggable } = props;
  const { id, title, time, description, type, track, room, tags, names, removal } = programSession;
  return (
    <li
      data-row
      className={rowClass(programSession)}
      data-tone={sessionTypeTone(type)}
      data-order={removal ? undefined : position.order}
    >
      {isDraggable && !removal && position.places > 1 && <DragHandle id={id} order={position.order} />}
      <div className="relative pl-5">
        {/* Absolutely positioned, to keep the row's height. */}
        {conflicts.length > 0 && (
          <span className="badge absolute left-0 px-1.5" data-tone="yellow" title={TO_CHECK}>
            <span aria-hidden="true">!</span>
            <span className="sr-only">{TO_CHECK}</span>
          </span>
        )}
        <SessionFacts time={time} {...createClockField(time)} {...{ type, track, room }} />
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="text-base leading-tight">{renderTitle(programSession)}</h3>
          {names.length > 0 && <p>{names.join(", ")}</p>}
        </div>
      </div>
      <p className="col-start-1 self-start lg:col-start-auto line-clamp-2">{description}</p>
      <ItemActions {...{ id, removal, formId }} name={title} screen={href("/admin/program")}>
        {conflicts.map(({ text }) => (
          <p key={text}>
            <strong>{TO_CHECK}:</strong> {text}
          </p>
        ))}
        {tags && (
          <p>
            <Tags tags={tags} />
          </p>
        )}
        {description && <p className="whitespace-pre-line">{description}</p>}
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
        <MoveActions
          {...{ id, formId, position }}
          name={title}
          whyAlone={
            parseSortMinute(time) === null ? "Ordered last: its time has no hour" : "Ordered by start time"
          }
        />
      </ItemActions>
    </li>
  );
}

type ListedSession = ProgramSessionJson & { names: string[]; connectionCount: number };

const PROGRAM_DIALOGS = {
  words: PROGRAM_SESSION_WORDS,
  fields: PROGRAM_SESSION_FIELDS,
  nameOf: ({ title }: ListedSession) => title,
  nameInConfirmation: ({ title }: ListedSession) => `"${title}"`,
  form: (form: SessionForm) => <SessionForm form={form} />,
};

type SessionForm = OpenForm<ListedSession, keyof typeof PROGRAM_SESSION_FIELDS>;

function SessionForm({ form }: { form: SessionForm }) {
  const { item, typed, field } = form;
  return (
    <FormDialog form={form}>
      <FormFields
        form={form}
        fields={PROGRAM_SESSION_FIELDS}
        own={{
          time: <TextField {...field("time")} hint={TIME_HINT} />,
          type: (
            <SelectField {...field("type")} options={typeOptions(item?.type ?? (typed?.type || undefined))} />
          ),
          track: (
            <SelectField
              {...field("track")}
              options={[NO_TRACK, ...trackOptions(typed?.track ?? item?.track)]}
            />
          ),
        }}
      />
    </FormDialog>
  );
}

const TIME_HINT = `For example ${conference.clock === 24 ? "9:00, or 13:15 - 14:15" : "9:00 AM, or 1:15 - 2:15 PM"}. Sessions with the same time share a slot.`;
const NO_TRACK = { value: "none", label: "None (full width)" };

function typeOptions(current: string | undefined) {
  const types =
    current === undefined || isKnownSessionType(current) ? SESSION_TYPES : [...SESSION_TYPES, current];
  return [
    { value: "", label: "Choose a type" },
    ...types.map((value) => ({ value, label: sessionTypeName(value) })),
  ];
}
