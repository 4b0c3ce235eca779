import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import {
  deleteItem,
  isSaveAsNew,
  moveItem,
  redirectWithError,
  redirectWithSuccess,
  runOrLogError,
  saveForm,
  undoItem,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm, readIntent } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { isUndo, returnTarget } from "#app/http/list-form.ts";
import type { createRefusalResponse, SaveConflict } from "#app/http/refusal.ts";
import type { Intent } from "#app/models/changeset/changeset.server.ts";
import type { Beside, Blanks, Editable, EditableJson } from "#app/models/editable/declaration.server.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { EDITABLES, type EditableKind } from "#app/models/editables.server.ts";
import { LIST_PAGE_SIZE } from "#app/platform/pages.ts";
import { countText } from "#app/platform/text.ts";
import { loadDraft, loadHistory } from "#app/routes/admin/draft-and-history.server.ts";
import { itemResultMessages } from "#app/routes/admin/item-refusals.ts";

export async function loadEditorData(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  kind: EditableKind,
) {
  const editable: Editable = EDITABLES[kind];
  const [draft, all, deletions, history] = await Promise.all([
    loadDraft(args),
    editable.list(),
    editable.listDeletions(),
    loadHistory(args.request, kind),
  ]);
  const drafts = all.filter(editable.isDraft).map(({ id }) => id);
  return { formId: crypto.randomUUID(), draft, drafts, deletions, history };
}

/** Methods for a form with a file, or with rows of another table. */
export type FileForm = {
  read(request: Request, names: string[]): Promise<{ form: URLSearchParams; file: File | null }>;
  /** Stores the file and adds its path to the form. `blanks` are values of empty fields. */
  prepare(form: URLSearchParams, file: File | null): Promise<Prepared>;
};
type Prepared =
  | { fieldErrors?: Record<string, string[]>; remark?: string; blanks?: Blanks; beside?: Beside }
  | { refused: ReturnType<typeof createRefusalResponse> };

const PLAIN_FORM: FileForm = {
  read: async (request, names) => ({ form: await readForm(request, names), file: null }),
  prepare: async () => ({}),
};

/** A form of an editable screen. `id` is the item in the address, `formId` the form's one-time id. */
type Sent = {
  editable: Editable;
  screen: string;
  screenOf: (id: number) => Promise<string>;
  form: URLSearchParams;
  file: File | null;
  prepare: FileForm["prepare"];
  id: number;
  actor: string;
  intent: Intent;
  formId: string;
};

/**
 * Handles the dialogs `?add`, `?edit=ID` and `?delete=ID`, and forms that move, publish or restore items.
 * A deleted item can be restored or saved as a new one.
 */
export function editableAction(kind: EditableKind, { read, prepare }: FileForm = PLAIN_FORM) {
  const editable: Editable = EDITABLES[kind];
  const path = screenPath(editable.words);
  const isPaged = editable.words.connectedTo !== undefined;
  /** In a long list, the page with the item. */
  const screenOf = async (id: number) =>
    isPaged && (await editable.list()).length > LIST_PAGE_SIZE ? `${path}?item=${id}` : path;
  return async ({ request, context }: ActionFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    const { form, file } = await read(request, [...FIELDS, ...Object.keys(editable.words.labels)]);
    const actor = getActorName(context);
    if (isUndo(form))
      return undoItem(form, { screen: path, screenOf, words: editable.words }, (id, formId) =>
        editable.undo(id, actor, formId),
      );

    const deleted = searchParams.get("delete");
    const edited = searchParams.get("edit");
    // Computed before the file is stored, because the file's path would change the fingerprint.
    const intent = await readIntent(form, file);
    const formId = createOneTimeId(form, deleted, edited, intent.fingerprint);
    const id = parseId(deleted ?? edited ?? form.get("id") ?? "") ?? 0;
    const screen = id > 0 ? await screenOf(id) : path;
    const sent = { editable, screen, screenOf, form, file, prepare, id, actor, intent, formId };
    if (form.get("intent") === "publish") return publish(sent);
    if (deleted !== null) return remove(sent);
    if (searchParams.has("add") || isSaveAsNew(form)) return save(sent, "create");
    return edited === null ? move(sent) : save(sent, "update");
  };
}

function remove({ editable, screen, id, actor, formId }: Sent) {
  return deleteItem({ screen, ...itemResultMessages(editable.words.noun, "delete") }, () =>
    editable.delete(id, actor, { formId }),
  );
}

async function save(sent: Sent, verb: "create" | "update") {
  const { editable, screen, screenOf, form, file, prepare, id, actor, intent, formId } = sent;
  const prepared = await prepare(form, file);
  if ("refused" in prepared) return prepared.refused;
  const { fieldErrors, remark = "", blanks, beside } = prepared;
  const { noun } = editable.words;
  const texts = { screen, noun, ...itemResultMessages(noun, verb) };
  const insteadOf = isSaveAsNew(form) ? id : undefined;
  const seen = Number.parseInt(form.get("seen") ?? "", 10);
  const write = (values: object): Promise<Saved | { ok: false; reason: SaveConflict }> =>
    verb === "create"
      ? editable.create(values, actor, { intent, insteadOf, beside })
      : editable.update(id, values, actor, { seen, formId, blanks, beside });
  return saveForm<typeof editable.input, Saved>(
    form,
    editable.input,
    texts,
    write,
    fieldErrors,
    async ({ item, undoable, isMoved }) => {
      const place = isMoved ? ` It moved to ${editable.placeOf?.(item)}.` : "";
      const done = `${texts.done}${remark}${place} ${editable.remarkOn?.(item) ?? ""}`.trim();
      const undo = undoable === undefined ? null : { screen, id: undoable };
      return redirectWithSuccess(returnTarget(await screenOf(item.id), form, item.id), done, undo);
    },
  );
}

/** Publishes only the drafts that the organiser saw. */
async function publish({ editable, screen, form, actor, formId }: Sent) {
  const ids = (form.get("drafts") ?? "").split(",").map(Number);
  const { noun } = editable.words;
  const done = await runOrLogError(() => editable.publish(ids, actor, formId));
  if (!done) return redirectWithError(screen, itemResultMessages(noun, "update").failed);
  const target = returnTarget(screen, form, ids[0] ?? null);
  if (done.value === null)
    return redirectWithError(target, "Nothing to publish: already published or deleted.");
  const { count, changeset: id } = done.value;
  return redirectWithSuccess(target, `${countText(count, noun)} published.`, { screen, id });
}

function move({ editable, screen, form, id, actor, formId }: Sent) {
  const texts = itemResultMessages(editable.words.noun, "update");
  return moveItem(form, { ...texts, screen: returnTarget(screen, form, id) }, (target) =>
    editable.move(id, target, actor, formId),
  );
}

type Saved = { ok: true; item: EditableJson; undoable?: number; isMoved?: boolean };

const FIELDS = ["formId", "seen", "move", "id", "place", "order", "intent", "changeset", "return", "drafts"];
