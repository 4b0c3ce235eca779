import { Form } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import { useRowsWithDeleted } from "#app/components/admin/deleted-rows.ts";
import { FormDialog, type OpenForm } from "#app/components/admin/dialogs.tsx";
import { MenuGroup } from "#app/components/admin/disclosure.tsx";
import { FormFields } from "#app/components/admin/form-fields.tsx";
import { ImageField } from "#app/components/admin/image-field.tsx";
import { NothingFound, useListQuery } from "#app/components/admin/list-search.tsx";
import { PageLinks } from "#app/components/admin/pagination.tsx";
import { CheckboxField } from "#app/components/form/field.tsx";
import { redirectWithError, redirectWithSuccess, runOrLogError } from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm } from "#app/http/form.server.ts";
import { withFormRecovery } from "#app/http/form-recovery.ts";
import { parseId } from "#app/http/json.server.ts";
import { createRefusalResponse } from "#app/http/refusal.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import {
  listSpeakersOnDelegateList,
  registerSpeakers,
} from "#app/models/delegate/speaker-delegates.server.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { LOST_FILE_FIELD, REMOVE_IMAGE_FIELD } from "#app/models/image/image.ts";
import { SPEAKER_FIELDS, SPEAKER_WORDS } from "#app/models/speaker/fields.ts";
import { decideProposal, listProposals } from "#app/models/speaker/proposal.server.ts";
import { SPEAKERS } from "#app/models/speaker/speaker.server.ts";
import { countText } from "#app/platform/text.ts";
import { editableAction, loadEditorData } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-refusals.ts";
import { useListPage } from "#app/routes/admin/list-page.ts";
import { WriteButton } from "#app/routes/admin/messages/write-button.tsx";
import { PhotosForm } from "#app/routes/admin/speakers/photos-form.tsx";
import { Proposals } from "#app/routes/admin/speakers/proposals.tsx";
import { groupSpeakers, SpeakerGroups } from "#app/routes/admin/speakers/speaker-groups.tsx";
import { PHOTO_FORM } from "#app/routes/admin/speakers/speaker-photo.server.ts";
import { shouldRevalidateConflict } from "#app/routes/admin/use-dialog.ts";
import { SPEAKER_PASS } from "#app/vocabulary/pass.ts";
import type { Route } from "./+types/speakers";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [speakers, connections] = await Promise.all([listSpeakersOnDelegateList(), listConnections()]);
  const proposals = listProposals(speakers);
  const links = Map.groupBy(connections, ({ speakerId }) => speakerId);
  return {
    speakers: speakers.map((speaker) => ({
      ...SPEAKERS.toJson(speaker),
      email: speaker.email,
      isProposing: proposals.some(({ id }) => id === speaker.id),
      isDraft: speaker.isDraft,
      connectionCount: links.get(speaker.id)?.length ?? 0,
    })),
    proposals,
    absent: speakers.filter(({ isListed }) => !isListed).length,
    editing: await loadEditorData({ request, context }, "speaker"),
  };
}

export const shouldRevalidate = shouldRevalidateConflict;

export const clientAction = withFormRecovery((failed) => refuseItemForm("speaker", failed));

const editSpeakers = editableAction("speaker", PHOTO_FORM);

/** Edits the speakers, adds them to the delegate list (`?list`), or decides on a `?proposal=ID`. */
export function action(args: Route.ActionArgs) {
  const { searchParams } = new URL(args.request.url);
  if (searchParams.has("list")) return addToDelegates(args);
  return searchParams.has("proposal") ? decide(args, searchParams.get("proposal")) : editSpeakers(args);
}

async function decide({ request, context }: Route.ActionArgs, asked: string | null) {
  const form = await readForm(request, ["formId", "intent", "seen", "shown"]);
  const id = parseId(asked ?? "") ?? 0;
  const isAccepted = form.get("intent") === "accept";
  const saw = { isAccepted, seen: Number(form.get("seen")), shown: form.get("shown") };
  const by = { actor: getActorName(context), formId: createOneTimeId(form, asked) };
  const done = await runOrLogError(() => decideProposal(id, saw, by));
  const screen = screenPath(SPEAKER_WORDS);
  if (!done) return redirectWithError(screen, "Failed to update speaker.");
  if (!done.value.ok) return createRefusalResponse(409, { description: CHANGED, conflict: "stale" });
  const text = isAccepted ? "The changes are now in the speaker’s entry." : "The changes were declined.";
  return redirectWithSuccess(screen, text, { screen, id: done.value.undoable });
}

const CHANGED =
  "The entry or the proposal has changed since, so nothing was saved. Compare both versions, then choose again.";

async function addToDelegates({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, ["formId"]);
  const done = await runOrLogError(() =>
    registerSpeakers(getActorName(context), createOneTimeId(form, "list")),
  );
  const screen = screenPath(SPEAKER_WORDS);
  if (!done) return redirectWithError(screen, "Failed to add the speakers to the delegate list.");
  const put = `${countText(done.value, "speaker")} added to the delegate list. No email was sent.`;
  return redirectWithSuccess(screen, put);
}

export default function Speakers({ loaderData, actionData }: Route.ComponentProps) {
  const { speakers, proposals, absent, editing } = loaderData;
  const [q, onQuery] = useListQuery();
  const search = { q, onQuery, what: "speakers" };
  const rows = useRowsWithDeleted(speakers, editing.deletions);
  const { formId } = editing;
  const found = groupSpeakers(rows, q);
  const ids = found.flatMap((group) => group.rows.map(({ id }) => id));
  const { isShown, links } = useListPage(ids, q);
  const groups = found
    .map((group) => ({ ...group, rows: group.rows.filter(isShown) }))
    .filter((group) => group.rows.length > 0);
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
      <Proposals {...{ proposals, formId }} />
      {rows.length > 0 && groups.length === 0 && <NothingFound {...search} />}
      <SpeakerGroups isWhole={q === "" && links.pageCount === 1} {...{ groups, rows, formId }} />
      <PageLinks {...links} />
    </EditableScreen>
  );
}

const AddToDelegates = ({ absent, isAny, formId }: { absent: number; isAny: boolean; formId: string }) => (
  <MenuGroup>
    {absent > 0 && (
      <Form method="post" action="?list">
        <input type="hidden" name="formId" value={formId} />
        <button type="submit" id="list-speakers">
          Add {countText(absent, "speaker")} to the delegate list
        </button>
        <p className="px-4 text-muted">
          Speakers on the list can have badges, be checked in and get messages. No email is sent now.
        </p>
      </Form>
    )}
    {isAny && (
      <WriteButton filter={{ ...NO_FILTER, type: SPEAKER_PASS }} formId={formId}>
        Write to speakers
      </WriteButton>
    )}
  </MenuGroup>
);

type ListedSpeaker = Route.ComponentProps["loaderData"]["speakers"][number];

const SPEAKER_DIALOGS = {
  words: SPEAKER_WORDS,
  fields: SPEAKER_FIELDS,
  nameOf: ({ name }: ListedSpeaker) => name,
  form: (form: SpeakerForm) => <SpeakerForm form={form} />,
};

const IMAGE_LOST = "The image you had chosen was not kept. Choose it again.";

const { imageUrl, ...others } = SPEAKER_FIELDS;
/** Fields in the order of the form. */
const FORM_FIELDS = { imageUrl, ...others };

type SpeakerForm = OpenForm<ListedSpeaker, keyof typeof SPEAKER_FIELDS>;

function SpeakerForm({ form }: { form: SpeakerForm }) {
  const { item: speaker, refused, typed } = form;
  const field = form.field("imageUrl");
  const isImageLost = form.isDraft && typed?.[LOST_FILE_FIELD] !== undefined;
  const shownImage = speaker ? speaker.imageUrl : typed?.shownImage || null;
  const hasAnsweredImage = field.error !== undefined || Boolean(field.defaultValue);
  const image = (
    <ImageField
      // Once the server has answered for the image, the input must not send the file again.
      key={hasAnsweredImage ? refused?.answeredAt : undefined}
      {...field}
      error={field.error ?? (isImageLost ? IMAGE_LOST : undefined)}
      currentUrl={shownImage}
    >
      <CheckboxField
        id={REMOVE_IMAGE_FIELD}
        name={REMOVE_IMAGE_FIELD}
        label="Remove the current image"
        defaultValue={typed?.[REMOVE_IMAGE_FIELD]}
      />
    </ImageField>
  );
  return (
    <FormDialog form={form} hasFile>
      {isImageLost && <p className="mb-6 font-semibold">Your text has been restored. {IMAGE_LOST}</p>}
      {/* The form’s photo, for a new speaker saved from the form of a deleted one. */}
      <input type="hidden" name="shownImage" value={shownImage ?? ""} />
      <FormFields form={form} fields={FORM_FIELDS} own={{ imageUrl: image }} />
    </FormDialog>
  );
}
