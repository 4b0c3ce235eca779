import { formIdOf, seenOf, typedOf } from "#app/components/admin/conflict-notice.tsx";
import {
  alsoRemovesConnections,
  DeleteDialog,
  FormDialog,
  goneOf,
  MissingDialog,
  type Refused,
} from "#app/components/admin/dialogs.tsx";
import { HistoryDialog } from "#app/components/admin/history-dialog.tsx";
import { fieldsOf, SelectField, TextField } from "#app/components/form/field.tsx";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import {
  PROGRAM_SESSION_LABELS,
  type ProgramSessionJson,
} from "#app/models/program-session/program-session.ts";
import type { Dialog } from "#app/routes/admin/use-dialog.ts";
import { SESSION_TYPES } from "#app/vocabulary/session-type.ts";
import { TRACK_NAMES, TRACKS } from "#app/vocabulary/track.ts";

const SCREEN = "/admin/program";

/** Add, edit and delete (specification, 2 and 5): an empty form, one filled from the session, a question. And the history. */
export function ProgramDialogs({
  dialog,
  programSessions,
  formId,
  draft,
  deletions,
  wholeHistory,
  histories,
  refused,
}: {
  dialog: Dialog;
  programSessions: (ProgramSessionJson & { connectionCount: number })[];
  formId: string;
  draft: Record<string, string> | null;
  deletions: RecentDeletion[];
  wholeHistory: HistoryEntry[] | null;
  histories: Record<number, HistoryEntry[]>;
  refused: Refused | undefined;
}) {
  const programSession = dialog.mode === "add" ? null : programSessions.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        whole={wholeHistory}
        known={histories[dialog.id]}
        name={programSession?.title ?? null}
        screen={SCREEN}
        returnFocusTo={`history-${dialog.id}`}
      />
    );
  }
  const typed = typedOf(refused?.result) ?? draft;
  if (programSession === undefined && (dialog.mode === "delete" || !typed)) {
    return <MissingDialog screen={SCREEN} what="session" />;
  }
  if (dialog.mode === "delete" && programSession) {
    return (
      <DeleteDialog
        what="session"
        name={`"${programSession.title}"`}
        alsoRemoves={alsoRemovesConnections(programSession.connectionCount)}
        screen={SCREEN}
        action={`${SCREEN}?delete=${programSession.id}`}
        returnFocusTo={`delete-${programSession.id}`}
        formId={formId}
      />
    );
  }

  const isNew = programSession === null;
  const gone = isNew
    ? null
    : goneOf(dialog.id, { isThere: programSession !== undefined, refused }, deletions);
  const field = fieldsOf(
    PROGRAM_SESSION_LABELS,
    refused?.result,
    typed ?? toFormValues(programSession ?? null),
  );
  return (
    <FormDialog
      subject="session"
      title={isNew ? "Add Session" : "Edit Session"}
      screen={SCREEN}
      action={isNew ? `${SCREEN}?add=` : `${SCREEN}?edit=${dialog.id}`}
      returnFocusTo={isNew ? "add" : gone ? "main" : `edit-${dialog.id}`}
      formId={formIdOf(formId, typed, refused?.conflict)}
      refused={refused}
      current={
        programSession
          ? {
              ...toFormValues(programSession),
              track: programSession.track && TRACK_NAMES[programSession.track],
            }
          : null
      }
      gone={gone}
      labels={PROGRAM_SESSION_LABELS}
      submitLabel={isNew ? "Create Session" : "Save Session"}
      pendingLabel="Saving..."
      isDraft={draft !== null}
    >
      <input type="hidden" name="seen" value={seenOf(programSession, typed, refused?.conflict)} />
      <TextField {...field("title")} autoFocus={refused?.result === undefined} />
      <TextField
        {...field("time")}
        hint="For example 9:00 AM, or 1:15 - 2:15 PM. Sessions with the same time share a slot."
      />
      <SelectField
        {...field("type")}
        options={typeOptions(programSession?.type ?? (typed?.type || undefined))}
      />
      <SelectField
        {...field("track")}
        options={[
          { value: "none", label: "None: full width" },
          ...TRACKS.map((value) => ({ value, label: TRACK_NAMES[value] })),
        ]}
      />
      <TextField {...field("description")} isOptional rows={6} />
    </FormDialog>
  );
}

/** The four types, and one of its own that a session already has. */
function typeOptions(current: string | undefined) {
  const known: readonly string[] = SESSION_TYPES;
  const types = current === undefined || known.includes(current) ? known : [...known, current];
  return [
    { value: "", label: "Choose a type" },
    ...types.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
  ];
}

function toFormValues(programSession: ProgramSessionJson | null): Record<string, string> {
  if (!programSession) return {};
  const { title, time, type, track, description } = programSession;
  return { title, time, type, track: track ?? "none", description: description ?? "" };
}
