import { href } from "react-router";
import { FormDialog, type OpenForm, useOwnVersion } from "#app/components/admin/dialogs.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { ItemActions, MoveActions } from "#app/components/admin/item-actions.tsx";
import { SelectField, TextField } from "#app/components/form/field.tsx";
import { SessionFacts, titleOf } from "#app/components/session-facts.tsx";
import { conference } from "#app/conference/conference.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { type Position, positionIn } from "#app/models/editable/order.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import { type Conflict, doubtfulTimes, programConflicts } from "#app/models/program-session/clashes.ts";
import { PROGRAM_SESSION_FIELDS, PROGRAM_SESSION_WORDS } from "#app/models/program-session/fields.ts";
import {
  listProgramSessions,
  toProgramSessionJson,
} from "#app/models/program-session/program-session.server.ts";
import type { ProgramSessionJson } from "#app/models/program-session/program-session.ts";
import { columnOf, startMinute, withClock } from "#app/models/program-session/time-slot.ts";
import { listSpeakers } from "#app/models/speaker/speaker.server.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { messageAddress as newMessageAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { editableAction, loadEditing } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";
import { revalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { calledOff } from "#app/sharing/sharing.ts";
import { numberText } from "#app/vocabulary/counted.ts";
import {
  isBreak,
  isCancelled,
  isKnownType,
  SESSION_TYPES,
  trackOptions,
  typeName,
  typeTone,
} from "#app/vocabulary/program.ts";
import type { Route } from "./+types/program";

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const [programSessions, connections, speakers] = await Promise.all([
    listProgramSessions(),
    listConnections(),
    listSpeakers(),
  ]);
  const links = Map.groupBy(connections, ({ programSessionId }) => programSessionId);
  return {
    programSessions: programSessions.map((programSession) => ({
      ...toProgramSessionJson(programSession),
      connectionCount: links.get(programSession.id)?.length ?? 0,
    })),
    conflicts: [
      ...programConflicts(programSessions, connections, speakers),
      ...doubtfulTimes(programSessions),
    ],
    editing: await loadEditing(request, "session", programSessions),
  };
}

export const shouldRevalidate = revalidateConflict;

export const clientAction = keepForm((failed) => refuseItemForm("session", failed));

export const action = editableAction("session");

export default function Program({ loaderData, actionData }: Route.ComponentProps) {
  const { programSessions, conflicts, editing } = loaderData;
  const { histories, formId } = editing;
  return (
    <EditableScreen {...PROGRAM_DIALOGS} items={programSessions} editing={editing} actionData={actionData}>
      <ProgramList {...{ programSessions, conflicts, histories, formId }} />
    </EditableScreen>
  );
}

type ProgramListProps = {
  programSessions: ProgramSessionJson[];
  conflicts: Conflict[];
  histories: Record<number, HistoryEntry[]>;
  formId: string;
};

/** 'Conference Schedule (n sessions)', or what to do while there is none (specification, 2). */
function ProgramList({ programSessions, conflicts, histories, formId }: ProgramListProps) {
  const columns = groupBy(programSessions, columnOf);
  return (
    <>
      <h2 className="border-ink border-t-3 pt-3 text-2xl">
        Conference Schedule ({programSessions.filter((one) => !isBreak(one.type) && !isCancelled(one)).length}{" "}
        sessions)
      </h2>
      <Conflicts conflicts={conflicts} />
      {programSessions.length === 0 ? (
        <div className="mt-6">
          <p className="font-semibold">No sessions yet</p>
          <p>Get started by adding your first conference session.</p>
          <p className="mt-2">
            <TextLink to={`${href("/admin/program")}?add=`}>Add the first session</TextLink>
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

type SessionCardProps = {
  programSession: ProgramSessionJson;
  conflicts: Conflict[];
  history: HistoryEntry[] | undefined;
  formId: string;
  position: Position;
};

function SessionCard({ programSession, conflicts, history, formId, position }: SessionCardProps) {
  const { id, title, time, description, type, track, room, tags } = programSession;
  return (
    <li className="card" data-tone={typeTone(type)} data-order={position.order}>
      <SessionFacts time={time} {...withClock(time)} {...{ type, track, room, tags }} />
      <h3 className="wrap-anywhere mt-1 text-xl">{titleOf(programSession)}</h3>
      {isCancelled(programSession) && (
        <p className="mt-1 text-base">
          <TextLink to={newMessageAddress(NO_FILTER, 1, { subject: calledOff(programSession) })}>
            Write to everyone about this
          </TextLink>
        </p>
      )}
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

type ListedSession = ProgramSessionJson & { connectionCount: number };

const PROGRAM_DIALOGS = {
  words: PROGRAM_SESSION_WORDS,
  fields: PROGRAM_SESSION_FIELDS,
  nameOf: ({ title }: ListedSession) => title,
  nameInQuestion: ({ title }: ListedSession) => `"${title}"`,
  form: (form: SessionForm) => <SessionForm form={form} />,
};

type SessionForm = OpenForm<ListedSession, keyof typeof PROGRAM_SESSION_FIELDS>;

function SessionForm({ form }: { form: SessionForm }) {
  const { item, typed, field } = form;
  return (
    <FormDialog form={{ ...form, seen: useOwnVersion(form) }}>
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
const NO_TRACK = { value: "none", label: "None: full width" };

/** The known types, and the session's own. */
function typeOptions(current: string | undefined) {
  const types = current === undefined || isKnownType(current) ? SESSION_TYPES : [...SESSION_TYPES, current];
  return [
    { value: "", label: "Choose a type" },
    ...types.map((value) => ({ value, label: typeName(value) })),
  ];
}
