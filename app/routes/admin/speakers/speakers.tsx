import { Link } from "react-router";
import { actorOf } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { RecentlyDeleted } from "#app/components/admin/recently-deleted.tsx";
import { Toast } from "#app/components/toast.tsx";
import {
  attempt,
  bringBack,
  deleteItem,
  isAnew,
  moveItem,
  saveForm,
  undoItem,
} from "#app/http/admin-action.server.ts";
import { intentOf, oneTimeId, readUploadForm } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { keptAnswers, refusal } from "#app/http/refusal.ts";
import { isUndo } from "#app/http/undo-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { listDeletions } from "#app/models/editable/deletion.server.ts";
import { storeImage } from "#app/models/image/image.server.ts";
import { isSpeakerImage, SpeakerInput, type SpeakerValues } from "#app/models/speaker/input.server.ts";
import {
  createSpeaker,
  deleteSpeaker,
  listSpeakers,
  moveSpeaker,
  toSpeakerJson,
  updateSpeaker,
} from "#app/models/speaker/speaker.server.ts";
import { SPEAKER_LABELS } from "#app/models/speaker/speaker.ts";
import { groupBy } from "#app/platform/group-by.ts";
import { draftOf } from "#app/routes/admin/draft.server.ts";
import { historiesFor } from "#app/routes/admin/history.server.ts";
import { itemTexts, refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { revalidateConflict } from "#app/routes/admin/revalidate-conflict.ts";
import { SpeakerDialogs } from "#app/routes/admin/speakers/speaker-dialogs.tsx";
import { SpeakerGroups } from "#app/routes/admin/speakers/speaker-groups.tsx";
import { useDialog } from "#app/routes/admin/use-dialog.ts";
import type { Route } from "./+types/speakers";

export const meta = () => [];

const SCREEN = "/admin/speakers";
const FIELDS = [
  "formId",
  "seen",
  "shownImage",
  "move",
  "id",
  "intent",
  "deletion",
  ...Object.keys(SPEAKER_LABELS),
];

export async function loader({ request }: Route.LoaderArgs) {
  const [speakers, connections, deletions, draft] = await Promise.all([
    listSpeakers(),
    listConnections(),
    listDeletions("speaker"),
    draftOf(request),
  ]);
  const links = groupBy(connections, ({ speakerId }) => speakerId);
  const ids = speakers.map(({ id }) => id);
  return {
    speakers: speakers.map((speaker) => ({
      ...toSpeakerJson(speaker),
      connectionCount: links.get(speaker.id)?.length ?? 0,
    })),
    formId: crypto.randomUUID(),
    draft,
    deletions,
    ...(await historiesFor(request, "speaker", ids)),
  };
}

export const shouldRevalidate = revalidateConflict;

export const clientAction = keepForm((failed) => refuseItemForm("speaker", failed));

/**
 * `?add`, `?edit=ID` and `?delete=ID` are the dialogs; without any of them a speaker is moved, or restored. An edit of somebody who is gone may ask to be created anew, or to bring them back first.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url);
  const { form, file } = await readUploadForm(request, FIELDS, "image");
  const texts = (verb: "create" | "update" | "delete") => ({
    screen: SCREEN,
    subject: "speaker" as const,
    ...itemTexts("speaker", verb),
  });
  const idOf = (name: string) => parseId(searchParams.get(name) ?? "") ?? 0;

  const actor = actorOf(context);
  const button = oneTimeId(form, searchParams.get("delete"));
  if (isUndo(form)) return undoItem(form, { screen: SCREEN, subject: "speaker", actor });
  if (searchParams.has("delete")) {
    return deleteItem(texts("delete"), () => deleteSpeaker(idOf("delete"), actor, button));
  }
  if (form.get("intent") === "keep") return refuseUpload(form);
  const intent = await intentOf(form, file);
  const taken = await attempt(() => takeImage(form, file));
  const fieldErrors = taken?.value ?? { imageUrl: [NOT_STORED] };
  if (searchParams.has("add") || isAnew(form)) {
    const insteadOf = isAnew(form) ? idOf("edit") : undefined;
    const write = (values: SpeakerValues) => createSpeaker(values, actor, { intent, insteadOf });
    return saveForm(form, SpeakerInput, texts("create"), write, fieldErrors);
  }
  if (searchParams.has("edit")) {
    const write = async (values: SpeakerValues) => {
      await bringBack(form, "speaker", actor);
      const seen = Number(form.get("seen"));
      const formId = `${intent.id}:${intent.fingerprint}`;
      return updateSpeaker(idOf("edit"), values, actor, { seen, keepsImage: true, formId });
    };
    return saveForm(form, SpeakerInput, texts("update"), write, fieldErrors);
  }
  return moveItem(form, texts("update"), (direction) =>
    moveSpeaker(parseId(form.get("id") ?? "") ?? 0, direction, actor, button),
  );
}

/** A form whose image found the login ended, and which found a login again. */
function refuseUpload(form: URLSearchParams) {
  const result = keptAnswers(form, "The image could not be uploaded. Choose it again.", "imageUrl");
  return refusal(422, { result, description: NOT_STORED });
}

const NOT_STORED = "Failed to update speaker image.";

/**
 * Stores the image that came with the form, whatever else is wrong with it: a file cannot be typed again.
 * Without one, a speaker created anew has the photo that the form showed, if that is still there.
 */
async function takeImage(form: URLSearchParams, file: File | null): Promise<Record<string, string[]>> {
  if (file) {
    const stored = await storeImage(new Uint8Array(await file.arrayBuffer()));
    if (!stored.ok) return { imageUrl: [stored.message] };
    form.set("imageUrl", stored.path);
  } else if (isAnew(form) && !form.get("imageUrl")) {
    const shown = form.get("shownImage") ?? "";
    if (await isSpeakerImage(shown)) form.set("imageUrl", shown);
  }
  return {};
}

export default function Speakers({ loaderData, actionData }: Route.ComponentProps) {
  const dialog = useDialog();
  const { speakers, deletions, histories, formId } = loaderData;
  return (
    <>
      <AdminPage
        title="Speakers Management"
        inert={dialog !== null}
        isRefused={actionData?.result !== undefined}
        actions={
          <Link to="?add" id="add" className="button" preventScrollReset>
            Add Speaker
          </Link>
        }
      >
        <RecentlyDeleted deletions={deletions} screen={SCREEN} formId={formId} />
        <SpeakerGroups speakers={speakers} histories={histories} formId={formId} />
      </AdminPage>
      {dialog && <SpeakerDialogs dialog={dialog} {...loaderData} refused={actionData} />}
      {actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
