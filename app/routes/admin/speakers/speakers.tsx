import { useEffect, useState } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { FormDialog, type OpenForm, type Refused, useOwnVersion } from "#app/components/admin/dialogs.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { ImageField } from "#app/components/admin/image-field.tsx";
import { CheckboxField } from "#app/components/form/field.tsx";
import { keepForm } from "#app/http/keep-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { listSpeakers, toSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { editableAction, loadEditing } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { PhotosForm } from "#app/routes/admin/speakers/photos-form.tsx";
import { SpeakerGroups } from "#app/routes/admin/speakers/speaker-groups.tsx";
import { WITH_PHOTO } from "#app/routes/admin/speakers/speaker-photo.server.ts";
import { revalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { LOST_FILE, REMOVE_IMAGE } from "#app/vocabulary/photo-fields.ts";
import type { Route } from "./+types/speakers";

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const [speakers, connections] = await Promise.all([listSpeakers(), listConnections()]);
  const links = Map.groupBy(connections, ({ speakerId }) => speakerId);
  return {
    speakers: speakers.map((speaker) => ({
      ...toSpeakerJson(speaker),
      email: speaker.email,
      connectionCount: links.get(speaker.id)?.length ?? 0,
    })),
    editing: await loadEditing(request, "speaker", speakers),
  };
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => isStale || revalidateConflict(args);

export const clientAction = keepForm((failed) => refuseItemForm("speaker", failed));

export const action = editableAction("speaker", WITH_PHOTO);

export default function Speakers({ loaderData, actionData }: Route.ComponentProps) {
  const { speakers, editing } = loaderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the list comes
  useEffect(() => {
    isStale = false;
  }, [speakers]);
  return (
    <EditableScreen {...SPEAKER_DIALOGS} items={speakers} editing={editing} actionData={actionData}>
      <details className="mb-6">
        <summary className="small-button min-h-12">Photos of many at once</summary>
        <div className="mt-4">
          <PhotosForm />
        </div>
      </details>
      <SpeakerGroups speakers={speakers} histories={editing.histories} formId={editing.formId} />
    </EditableScreen>
  );
}

type ListedSpeaker = SpeakerJson & { email: string | null; connectionCount: number };

const SPEAKER_DIALOGS = {
  words: SPEAKER_WORDS,
  fields: SPEAKER_FIELDS,
  nameOf: ({ name }: ListedSpeaker) => name,
  form: (form: SpeakerForm) => <SpeakerForm form={form} />,
};

const IMAGE_LOST = "The image you had chosen was not kept. Choose it again.";

type SpeakerForm = OpenForm<ListedSpeaker, keyof typeof SPEAKER_FIELDS>;

function SpeakerForm({ form }: { form: SpeakerForm }) {
  const { editedId, item: speaker, refused, gone, typed, field } = form;
  /** The version that an upload from this form made, until the form comes back. */
  const [uploaded, setUploaded] = useState<{ seen: string; before: Refused | undefined } | null>(null);
  const isLatest = uploaded !== null && uploaded.before === refused;
  const ownVersion = useOwnVersion(form);
  const seen = isLatest ? uploaded.seen : ownVersion;
  const isImageLost = form.isDraft && typed?.[LOST_FILE] !== undefined;
  const shownImage = speaker ? speaker.imageUrl : typed?.shownImage || null;
  const image = (
    <ImageField
      {...field("imageUrl")}
      error={field("imageUrl").error ?? (isImageLost ? IMAGE_LOST : undefined)}
      edited={editedId === null || gone ? null : { id: editedId, seen }}
      onStored={(version) => {
        setUploaded({ seen: version, before: refused });
        isStale = true;
      }}
      currentUrl={shownImage}
    >
      <CheckboxField
        id={REMOVE_IMAGE}
        name={REMOVE_IMAGE}
        label="Remove the current image"
        defaultValue={typed?.[REMOVE_IMAGE]}
      />
    </ImageField>
  );
  return (
    <FormDialog form={{ ...form, seen }} hasFile>
      {isImageLost && <p className="mb-6 font-semibold">What you typed is here again. {IMAGE_LOST}</p>}
      {/* A deleted speaker who is saved as a new one keeps this photo. */}
      <input type="hidden" name="shownImage" value={shownImage ?? ""} />
      <FormFields form={form} fields={SPEAKER_FIELDS} own={{ imageUrl: image }} />
    </FormDialog>
  );
}

/** True while the list lacks a photo that was stored beside it: the next navigation loads it. */
let isStale = false;
