import { useEffect, useState } from "react";
import { Form, type ShouldRevalidateFunctionArgs } from "react-router";
import { actorOf } from "#app/auth/auth.server.ts";
import { useRowsWithDeleted } from "#app/components/admin/deleted-rows.ts";
import { FormDialog, type OpenForm, type Refused, useFormVersion } from "#app/components/admin/dialogs.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { ImageField } from "#app/components/admin/image-field.tsx";
import { NothingFound, useListQuery } from "#app/components/admin/list-search.tsx";
import { CheckboxField } from "#app/components/form/field.tsx";
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import {
  listSpeakersOnDelegateList,
  registerSpeakers,
} from "#app/models/delegate/speaker-delegates.server.ts";
import { screenOf } from "#app/models/editable/words.ts";
import { SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { toSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import type { SpeakerJson } from "#app/models/speaker/speaker.ts";
import { messageAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { editableAction, loadEditorData } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-refusals.ts";
import { PhotosForm } from "#app/routes/admin/speakers/photos-form.tsx";
import { groupsOf, SpeakerGroups } from "#app/routes/admin/speakers/speaker-groups.tsx";
import { PHOTO_FORM } from "#app/routes/admin/speakers/speaker-photo.server.ts";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";
import { revalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { counted } from "#app/vocabulary/counted.ts";
import { SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import { LOST_FILE, REMOVE_IMAGE } from "#app/vocabulary/photo-fields.ts";
import type { Route } from "./+types/speakers";

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const [speakers, connections] = await Promise.all([listSpeakersOnDelegateList(), listConnections()]);
  const links = Map.groupBy(connections, ({ speakerId }) => speakerId);
  return {
    speakers: speakers.map((speaker) => ({
      ...toSpeakerJson(speaker),
      email: speaker.email,
      connectionCount: links.get(speaker.id)?.length ?? 0,
    })),
    absent: speakers.filter(({ isListed }) => !isListed).length,
    editing: await loadEditorData(request, "speaker"),
  };
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) => isStale || revalidateConflict(args);

export const clientAction = withFormRecovery((failed) => refuseItemForm("speaker", failed));

const editSpeakers = editableAction("speaker", PHOTO_FORM);

/** Edits the speakers or, with `?list`, adds them to the delegate list. */
export async function action(args: Route.ActionArgs) {
  if (!new URL(args.request.url).searchParams.has("list")) return editSpeakers(args);
  const form = await readForm(args.request, ["formId"]);
  const done = await tryOrLog(() => registerSpeakers(actorOf(args.context), oneTimeId(form, "list")));
  const screen = screenOf(SPEAKER_WORDS);
  if (!done) return redirectWithError(screen, "Failed to add the speakers to the delegate list.");
  const put = `${counted(done.value, "speaker")} added to the delegate list. No email was sent.`;
  return redirectWithSuccess(screen, put);
}

export default function Speakers({ loaderData, actionData }: Route.ComponentProps) {
  const { speakers, absent, editing } = loaderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each loaded list
  useEffect(() => {
    isStale = false;
  }, [speakers]);
  const [q, onQuery] = useListQuery();
  const search = { q, onQuery, what: "speakers" };
  const rows = useRowsWithDeleted(speakers, editing.deletions);
  const { formId } = editing;
  const groups = groupsOf(rows, q);
  return (
    <EditableScreen
      {...SPEAKER_DIALOGS}
      items={speakers}
      editing={editing}
      actionData={actionData}
      more={
        <>
          {speakers.length > 0 && (
            <AddToDelegates absent={absent} isAny={absent < speakers.length} formId={formId} />
          )}
          <h2 className="text-lg">Upload several photos</h2>
          <PhotosForm formId={formId} />
        </>
      }
      tools={{ ...search, places: groups.map(({ id, title }) => ({ id, text: title })) }}
    >
      {rows.length > 0 && groups.length === 0 && <NothingFound {...search} />}
      <SpeakerGroups isWhole={q === ""} {...{ groups, rows, formId }} />
    </EditableScreen>
  );
}

const AddToDelegates = ({ absent, isAny, formId }: { absent: number; isAny: boolean; formId: string }) => (
  <>
    {absent > 0 && (
      <Form method="post" action="?list">
        <input type="hidden" name="formId" value={formId} />
        <button type="submit" className="small-button" id="list-speakers">
          Add {counted(absent, "speaker")} to the delegate list
        </button>
        <p className="text-muted">for badges, the door and messages; no email is sent</p>
      </Form>
    )}
    {isAny && (
      <p>
        <TextLink to={messageAddress({ ...NO_FILTER, type: SPEAKER_PASS })}>Write to speakers</TextLink>
      </p>
    )}
  </>
);

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
  const { editedId, item: speaker, refused, deleted, typed, field } = form;
  /** Version that an upload from this form created; obsolete after the form is refused. */
  const [uploaded, setUploaded] = useState<{ seen: string; before: Refused | undefined } | null>(null);
  const isLatest = uploaded !== null && uploaded.before === refused;
  const ownVersion = useFormVersion(form);
  const seen = isLatest ? uploaded.seen : ownVersion;
  const isImageLost = form.isDraft && typed?.[LOST_FILE] !== undefined;
  const shownImage = speaker ? speaker.imageUrl : typed?.shownImage || null;
  const image = (
    <ImageField
      {...field("imageUrl")}
      error={field("imageUrl").error ?? (isImageLost ? IMAGE_LOST : undefined)}
      edited={editedId === null || deleted ? null : { id: editedId, seen }}
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
      {isImageLost && <p className="mb-6 font-semibold">Your text has been restored. {IMAGE_LOST}</p>}
      {/* Photo shown in the form. A deleted speaker who is saved as a new one keeps this photo. */}
      <input type="hidden" name="shownImage" value={shownImage ?? ""} />
      <FormFields form={form} fields={SPEAKER_FIELDS} own={{ imageUrl: image }} />
    </FormDialog>
  );
}

/** True if the list lacks an uploaded photo; the next navigation then reloads the list. */
let isStale = false;
