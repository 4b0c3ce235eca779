import { useState } from "react";
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
import { ImageField, ImagePreview } from "#app/components/admin/image-field.tsx";
import { CheckboxField, fieldsOf, SelectField, TextField } from "#app/components/form/field.tsx";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import { SPEAKER_LABELS, type SpeakerJson } from "#app/models/speaker/speaker.ts";
import type { Dialog } from "#app/routes/admin/use-dialog.ts";
import { TRACK_NAMES, TRACKS } from "#app/vocabulary/track.ts";

const SCREEN = "/admin/speakers";

/** Add, edit and delete (specification, 2 and 5): an empty form, one filled from the speaker, a question. And the history. */
export function SpeakerDialogs({
  dialog,
  speakers,
  wholeHistory,
  histories,
  ...form
}: {
  dialog: Dialog;
  speakers: (SpeakerJson & { connectionCount: number })[];
  formId: string;
  draft: Record<string, string> | null;
  deletions: RecentDeletion[];
  wholeHistory: HistoryEntry[] | null;
  histories: Record<number, HistoryEntry[]>;
  refused: Refused | undefined;
}) {
  const speaker = dialog.mode === "add" ? null : speakers.find(({ id }) => id === dialog.id);
  if (dialog.mode === "history") {
    return (
      <HistoryDialog
        whole={wholeHistory}
        known={histories[dialog.id]}
        name={speaker?.name ?? null}
        screen={SCREEN}
        returnFocusTo={`history-${dialog.id}`}
      />
    );
  }
  const typed = typedOf(form.refused?.result) ?? form.draft;
  if (speaker === undefined && (dialog.mode === "delete" || !typed)) {
    return <MissingDialog screen={SCREEN} what="speaker" />;
  }
  if (dialog.mode === "delete" && speaker) {
    return (
      <DeleteDialog
        what="speaker"
        name={speaker.name}
        alsoRemoves={alsoRemovesConnections(speaker.connectionCount)}
        screen={SCREEN}
        action={`${SCREEN}?delete=${speaker.id}`}
        returnFocusTo={`delete-${speaker.id}`}
        formId={form.formId}
      />
    );
  }
  return (
    <SpeakerForm
      {...form}
      typed={typed}
      editedId={speaker === null ? null : dialog.id}
      speaker={speaker ?? null}
    />
  );
}

/** The form of a new speaker, or of the one with `editedId`, who may be gone (`speaker` is null then). */
function SpeakerForm({
  editedId,
  speaker,
  typed,
  formId,
  draft,
  deletions,
  refused,
}: {
  editedId: number | null;
  speaker: SpeakerJson | null;
  typed: Record<string, string> | null;
  formId: string;
  draft: Record<string, string> | null;
  deletions: RecentDeletion[];
  refused: Refused | undefined;
}) {
  const gone = editedId === null ? null : goneOf(editedId, { isThere: speaker !== null, refused }, deletions);
  /** The version that an upload from this form made, as long as the form has not come back since. */
  const [uploaded, setUploaded] = useState<{ seen: string; before: Refused | undefined } | null>(null);
  const isLatest = uploaded !== null && uploaded.before === refused;
  const seen = isLatest ? uploaded.seen : seenOf(speaker, typed, refused?.conflict);
  const shownImage = speaker ? speaker.imageUrl : (typed?.shownImage ?? null);
  const field = fieldsOf(SPEAKER_LABELS, refused?.result, typed ?? toFormValues(speaker));
  return (
    <FormDialog
      subject="speaker"
      title={editedId === null ? "Add Speaker" : "Edit Speaker"}
      screen={SCREEN}
      action={editedId === null ? `${SCREEN}?add=` : `${SCREEN}?edit=${editedId}`}
      returnFocusTo={editedId === null ? "add" : gone ? "main" : `edit-${editedId}`}
      formId={formIdOf(formId, typed, refused?.conflict)}
      refused={refused}
      current={
        speaker && {
          ...toFormValues(speaker),
          category: TRACK_NAMES[speaker.category],
          imageUrl: speaker.imageUrl && <ImagePreview url={speaker.imageUrl} alt="The saved one" />,
        }
      }
      gone={gone}
      labels={SPEAKER_LABELS}
      submitLabel={editedId === null ? "Create Speaker" : "Save Speaker"}
      pendingLabel="Saving..."
      hasFile
      isDraft={draft !== null}
    >
      {/* Shown again after somebody else's save, the form has seen that save. */}
      <input type="hidden" name="seen" value={seen} />
      {/* Created anew, a speaker has the photo that the form showed. */}
      <input type="hidden" name="shownImage" value={shownImage ?? ""} />
      <TextField {...field("name")} autoFocus={refused?.result === undefined} />
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
        edited={editedId === null || gone ? null : { id: editedId, seen }}
        onStored={(version) => setUploaded({ seen: version, before: refused })}
        currentUrl={shownImage}
      />
    </FormDialog>
  );
}

function toFormValues(speaker: SpeakerJson | null): Record<string, string> {
  if (!speaker) return {};
  const { name, title, company, category, featured, bio } = speaker;
  return { name, title, company, category, featured: featured ? "on" : "", bio: bio ?? "" };
}
