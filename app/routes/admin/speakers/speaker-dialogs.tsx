import type { SubmissionResult } from "@conform-to/react";
import {
  alsoRemovesConnections,
  DeleteDialog,
  FormDialog,
  MissingDialog,
} from "#app/components/admin-dialogs.tsx";
import { CheckboxField, fieldsOf, SelectField, TextField } from "#app/components/field.tsx";
import { HistoryDialog } from "#app/components/history-dialog.tsx";
import { ImageField } from "#app/components/image-field.tsx";
import { isStale, StaleNotice, seenOf, typedOf } from "#app/components/stale-notice.tsx";
import type { HistoryEntry } from "#app/models/history.ts";
import { SPEAKER_LABELS, type SpeakerJson } from "#app/models/speaker.ts";
import { TRACK_NAMES, TRACKS } from "#app/models/track.ts";
import type { Dialog } from "#app/routes/admin/use-dialog.ts";

const SCREEN = "/admin/speakers";

/** Add, edit and delete (specification, 2 and 5): an empty form, one filled from the speaker, a question. And the history. */
export function SpeakerDialogs({
  dialog,
  speakers,
  formId,
  draft,
  wholeHistory,
  result,
}: {
  dialog: Dialog;
  speakers: (SpeakerJson & { connectionCount: number })[];
  formId: string;
  draft: Record<string, string> | null;
  wholeHistory: HistoryEntry[] | null;
  result: SubmissionResult | undefined;
}) {
  const speaker = dialog.mode === "add" ? null : speakers.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        entries={wholeHistory ?? []}
        name={speaker?.name ?? null}
        screen={SCREEN}
        returnFocusTo={`history-${dialog.id}`}
      />
    );
  }
  if (speaker === undefined) return <MissingDialog screen={SCREEN} what="speaker" />;
  if (dialog.mode === "delete" && speaker) {
    return (
      <DeleteDialog
        what="speaker"
        name={speaker.name}
        alsoRemoves={alsoRemovesConnections(speaker.connectionCount)}
        screen={SCREEN}
        action={`${SCREEN}?delete=${speaker.id}`}
        returnFocusTo={`delete-${speaker.id}`}
      />
    );
  }

  const typed = typedOf(result) ?? draft;
  const field = fieldsOf(SPEAKER_LABELS, result, typed ?? toFormValues(speaker));
  return (
    <FormDialog
      title={speaker ? "Edit Speaker" : "Add Speaker"}
      screen={SCREEN}
      action={speaker ? `${SCREEN}?edit=${speaker.id}` : `${SCREEN}?add=`}
      returnFocusTo={speaker ? `edit-${speaker.id}` : "add"}
      result={result}
      labels={SPEAKER_LABELS}
      submitLabel={speaker ? "Save Speaker" : "Create Speaker"}
      pendingLabel="Saving..."
      hasFile
      isDraft={draft !== null}
    >
      {speaker && isStale(result) && <StaleNotice labels={SPEAKER_LABELS} current={toFormValues(speaker)} />}
      <input type="hidden" name="formId" value={typed?.formId ?? formId} />
      {/* Shown again after somebody else's save, the form has seen that save. */}
      {speaker && <input type="hidden" name="seen" value={seenOf(speaker.updatedAt, typed, result)} />}
      <TextField {...field("name")} />
      <TextField {...field("title")} />
      <TextField {...field("company")} />
      <SelectField
        {...field("category")}
        options={[
          { value: "", label: "Choose a category" },
          ...TRACKS.map((value) => ({ value, label: TRACK_NAMES[value] })),
        ]}
      />
      <CheckboxField {...field("featured")} />
      <TextField {...field("bio")} isOptional rows={5} />
      <ImageField
        {...field("imageUrl")}
        speakerId={speaker?.id ?? null}
        currentUrl={speaker?.imageUrl ?? null}
      />
    </FormDialog>
  );
}

function toFormValues(speaker: SpeakerJson | null): Record<string, string> {
  if (!speaker) return {};
  const { name, title, company, category, featured, bio } = speaker;
  return { name, title, company, category, featured: featured ? "on" : "", bio: bio ?? "" };
}
