import type { SubmissionResult } from "@conform-to/react";
import {
  alsoRemovesConnections,
  DeleteDialog,
  FormDialog,
  MissingDialog,
} from "#app/components/admin-dialogs.tsx";
import { fieldsOf, SelectField, TextField } from "#app/components/field.tsx";
import { HistoryDialog } from "#app/components/history-dialog.tsx";
import { isStale, StaleNotice, seenOf, typedOf } from "#app/components/stale-notice.tsx";
import type { HistoryEntry } from "#app/models/history.ts";
import {
  PROGRAM_SESSION_LABELS,
  type ProgramSessionJson,
  SESSION_TYPES,
} from "#app/models/program-session.ts";
import { TRACK_NAMES, TRACKS } from "#app/models/track.ts";
import type { Dialog } from "#app/routes/admin/use-dialog.ts";

const SCREEN = "/admin/program";

/** Add, edit and delete (specification, 2 and 5): an empty form, one filled from the session, a question. And the history. */
export function ProgramDialogs({
  dialog,
  programSessions,
  formId,
  draft,
  wholeHistory,
  result,
}: {
  dialog: Dialog;
  programSessions: (ProgramSessionJson & { connectionCount: number })[];
  formId: string;
  draft: Record<string, string> | null;
  wholeHistory: HistoryEntry[] | null;
  result: SubmissionResult | undefined;
}) {
  const programSession = dialog.mode === "add" ? null : programSessions.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        entries={wholeHistory ?? []}
        name={programSession?.title ?? null}
        screen={SCREEN}
        returnFocusTo={`history-${dialog.id}`}
      />
    );
  }
  if (programSession === undefined) return <MissingDialog screen={SCREEN} what="session" />;
  if (dialog.mode === "delete" && programSession) {
    return (
      <DeleteDialog
        what="session"
        name={`"${programSession.title}"`}
        alsoRemoves={alsoRemovesConnections(programSession.connectionCount)}
        screen={SCREEN}
        action={`${SCREEN}?delete=${programSession.id}`}
        returnFocusTo={`delete-${programSession.id}`}
      />
    );
  }

  const typed = typedOf(result) ?? draft;
  const field = fieldsOf(PROGRAM_SESSION_LABELS, result, typed ?? toFormValues(programSession));
  return (
    <FormDialog
      title={programSession ? "Edit Session" : "Add Session"}
      screen={SCREEN}
      action={programSession ? `${SCREEN}?edit=${programSession.id}` : `${SCREEN}?add=`}
      returnFocusTo={programSession ? `edit-${programSession.id}` : "add"}
      result={result}
      labels={PROGRAM_SESSION_LABELS}
      submitLabel={programSession ? "Save Session" : "Create Session"}
      pendingLabel="Saving..."
      isDraft={draft !== null}
    >
      {programSession && isStale(result) && (
        <StaleNotice labels={PROGRAM_SESSION_LABELS} current={toFormValues(programSession)} />
      )}
      <input type="hidden" name="formId" value={typed?.formId ?? formId} />
      {programSession && (
        <input type="hidden" name="seen" value={seenOf(programSession.updatedAt, typed, result)} />
      )}
      <TextField {...field("title")} />
      <TextField
        {...field("time")}
        hint="Like 9:00 AM, or 1:15 - 2:15 PM. Sessions at the same time share a slot."
      />
      <SelectField {...field("type")} options={typeOptions(programSession?.type)} />
      <SelectField
        {...field("track")}
        options={[
          { value: "none", label: "None: over the full width" },
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
