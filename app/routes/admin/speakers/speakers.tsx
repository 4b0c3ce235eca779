import type { ShouldRevalidateFunctionArgs } from "react-router";
import { keepForm } from "#app/http/keep-form.ts";
import { listConnections } from "#app/models/connection/connection.server.ts";
import { listSpeakers, toSpeakerJson } from "#app/models/speaker/speaker.server.ts";
import { editableAction, loadEditing } from "#app/routes/admin/editable-screen.server.ts";
import { EditableScreen } from "#app/routes/admin/editable-screen.tsx";
import { refuseItemForm } from "#app/routes/admin/item-forms.ts";
import { revalidateConflict } from "#app/routes/admin/revalidate-conflict.ts";
import { isListStale, useListState } from "#app/routes/admin/speakers/list-state.ts";
import { SPEAKER_DIALOGS } from "#app/routes/admin/speakers/speaker-form.tsx";
import { SpeakerGroups } from "#app/routes/admin/speakers/speaker-groups.tsx";
import { WITH_PHOTO } from "#app/routes/admin/speakers/speaker-photo.server.ts";
import type { Route } from "./+types/speakers";

export const meta = () => [];

export async function loader({ request }: Route.LoaderArgs) {
  const [speakers, connections] = await Promise.all([listSpeakers(), listConnections()]);
  const links = Map.groupBy(connections, ({ speakerId }) => speakerId);
  const ids = speakers.map(({ id }) => id);
  return {
    speakers: speakers.map((speaker) => ({
      ...toSpeakerJson(speaker),
      connectionCount: links.get(speaker.id)?.length ?? 0,
    })),
    editing: await loadEditing(request, "speaker", ids),
  };
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  isListStale() || revalidateConflict(args);

export const clientAction = keepForm((failed) => refuseItemForm("speaker", failed));

export const action = editableAction("speaker", WITH_PHOTO);

export default function Speakers({ loaderData, actionData }: Route.ComponentProps) {
  const { speakers, editing } = loaderData;
  useListState(speakers);
  return (
    <EditableScreen {...SPEAKER_DIALOGS} items={speakers} editing={editing} actionData={actionData}>
      <SpeakerGroups speakers={speakers} histories={editing.histories} formId={editing.formId} />
    </EditableScreen>
  );
}
