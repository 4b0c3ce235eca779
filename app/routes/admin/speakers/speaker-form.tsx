import { useState } from "react";
import { useRevalidator } from "react-router";
import { FormDialog, type OpenForm, type Refused, useOwnVersion } from "#app/components/admin/dialogs.tsx";
import { ImageField, ImagePreview } from "#app/components/admin/image-field.tsx";
import { CheckboxField, SelectField, TextField } from "#app/components/form/field.tsx";
import { SPEAKER_WORDS, type SpeakerJson } from "#app/models/speaker/speaker.ts";
import { noteStaleList } from "#app/routes/admin/speakers/list-state.ts";
import { LOST_FILE, REMOVE_IMAGE } from "#app/vocabulary/photo-fields.ts";
import { TRACK_NAMES, TRACK_OPTIONS } from "#app/vocabulary/track.ts";

type ListedSpeaker = SpeakerJson & { connectionCount: number };

/** How the dialogs of the screen show speakers. */
export const SPEAKER_DIALOGS = {
  words: SPEAKER_WORDS,
  nameOf: ({ name }: ListedSpeaker) => name,
  toFormValues: ({ name, title, company, category, featured, bio }: ListedSpeaker) => ({
    name,
    title,
    company,
    category,
    featured: featured ? "on" : "",
    bio: bio ?? "",
  }),
  toShownValues: ({ category, imageUrl }: ListedSpeaker) => ({
    category: TRACK_NAMES[category],
    imageUrl: imageUrl && <ImagePreview url={imageUrl} alt="The saved one" />,
  }),
  form: (form: SpeakerForm) => <SpeakerForm form={form} />,
};

const IMAGE_LOST = "The image you had chosen was not kept. Choose it again.";

type SpeakerForm = OpenForm<ListedSpeaker, keyof typeof SPEAKER_WORDS.labels>;

function SpeakerForm({ form }: { form: SpeakerForm }) {
  const { editedId, item: speaker, refused, gone, typed, field } = form;
  const { revalidate } = useRevalidator();
  /** The version that an upload from this form made, as long as the form has not come back since. */
  const [uploaded, setUploaded] = useState<{ seen: string; before: Refused | undefined } | null>(null);
  const isLatest = uploaded !== null && uploaded.before === refused;
  const ownVersion = useOwnVersion(form);
  const seen = isLatest ? uploaded.seen : ownVersion;
  const isImageLost = form.isDraft && typed?.[LOST_FILE] !== undefined;
  const shownImage = speaker ? speaker.imageUrl : typed?.shownImage || null;
  return (
    <FormDialog form={{ ...form, seen }} hasFile>
      {isImageLost && <p className="mb-6 font-semibold">What you typed is here again. {IMAGE_LOST}</p>}
      {/* Created anew, a speaker has the photo that the form showed. */}
      <input type="hidden" name="shownImage" value={shownImage ?? ""} />
      <TextField {...field("name")} autoFocus={refused?.result === undefined} />
      <TextField {...field("title")} />
      <TextField {...field("company")} />
      <SelectField
        {...field("category")}
        options={[{ value: "", label: "Choose a category" }, ...TRACK_OPTIONS]}
      />
      <CheckboxField {...field("featured")} />
      <TextField {...field("bio")} isOptional rows={5} />
      <ImageField
        {...field("imageUrl")}
        error={field("imageUrl").error ?? (isImageLost ? IMAGE_LOST : undefined)}
        edited={editedId === null || gone ? null : { id: editedId, seen }}
        onStored={(version) => {
          setUploaded({ seen: version, before: refused });
          // The list has it too, also where the form is closed at once, which gives up what is loading.
          noteStaleList();
          revalidate();
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
    </FormDialog>
  );
}
