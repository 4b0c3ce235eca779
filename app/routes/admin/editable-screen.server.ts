import type { ActionFunctionArgs } from "react-router";
import { getActorName } from "#app/auth/auth.server.ts";
import {
  deleteItem,
  isSaveAsNew,
  moveItem,
  redirectWithSuccess,
  restoreBeforeSave,
  saveForm,
  undoItem,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, readForm, readIntent } from "#app/http/form.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { isUndo, returnTarget } from "#app/http/list-form.ts";
import type { createRefusalResponse } from "#app/http/refusal.ts";
import type { Editable, EditableJson } from "#app/models/editable/declaration.server.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { screenPath } from "#app/models/editable/words.ts";
import { loadDraft, loadHistory } from "#app/routes/admin/draft-and-history.server.ts";
import { itemResultMessages } from "#app/routes/admin/item-refusals.ts";

export async function loadEditorData(request: Request, kind: EditableKind) {
  const [draft, deletions, history] = await Promise.all([
    loadDraft(request),
    EDITABLES[kind].listDeletions(),
    loadHistory(request, kind),
  ]);
  return { formId: crypto.randomUUID(), draft, deletions, history };
}

/** Methods for a form with a file. */
type FileForm = {
  read(request: Request, names: string[]): Promise<{ form: URLSearchParams; file: File | null }>;
  /** Stores the file and adds its path to the form. `blanks` lists fields to clear if empty. */
  prepare(form: URLSearchParams, file: File | null): Promise<Prepared>;
};
type Prepared =
  | { fieldErrors: Record<string, string[]>; remark: string; blanks: string[] }
  | { refused: ReturnType<typeof createRefusalResponse> };

const PLAIN_FORM: FileForm = {
  read: async (request, names) => ({ form: await readForm(request, names), file: null }),
  prepare: async () => ({ fieldErrors: {}, remark: "", blanks: [] }),
};

/**
 * Handles the dialogs `?add`, `?edit=ID` and `?delete=ID`, and forms that move or restore an item.
 * A deleted item can be restored or saved as a new one.
 */
export function editableAction(kind: EditableKind, { read, prepare }: FileForm = PLAIN_FORM) {
  const editable: Editable = EDITABLES[kind];
  const { words, input } = editable;
  const screen = screenPath(words);
  const texts = (verb: "create" | "update" | "delete", remark = "") => {
    const { done, failed } = itemResultMessages(words.noun, verb);
    return { screen, noun: words.noun, done: `${done}${remark}`, failed };
  };

  return async ({ request, context }: ActionFunctionArgs) => {
    const { searchParams } = new URL(request.url);
    const { form, file } = await read(request, [...FIELDS, ...Object.keys(words.labels)]);
    const idOf = (name: string) => parseId(searchParams.get(name) ?? "") ?? 0;
    const actor = getActorName(context);
    if (isUndo(form))
      return undoItem(form, { screen, words }, (id, formId) => editable.undo(id, actor, formId));

    // Computed before the file is stored, because the file's path would change the fingerprint.
    const intent = await readIntent(form, file);
    const button = createOneTimeId(
      form,
      searchParams.get("delete"),
      searchParams.get("edit"),
      intent.fingerprint,
    );
    if (searchParams.has("delete")) {
      return deleteItem(texts("delete"), () => editable.delete(idOf("delete"), actor, button));
    }
    const prepared = await prepare(form, file);
    if ("refused" in prepared) return prepared.refused;
    const { fieldErrors, remark, blanks } = prepared;
    const save = (verb: "create" | "update", write: Parameters<typeof saveForm<typeof input, Saved>>[3]) => {
      const said = texts(verb, remark);
      return saveForm<typeof input, Saved>(form, input, said, write, fieldErrors, ({ item }) => {
        const done = `${said.done} ${editable.remarkOn?.(item) ?? ""}`.trim();
        return redirectWithSuccess(returnTarget(screen, form, item.id), done);
      });
    };
    if (searchParams.has("add") || isSaveAsNew(form)) {
      const insteadOf = isSaveAsNew(form) ? idOf("edit") : undefined;
      return save("create", (values) => editable.create(values, actor, { intent, insteadOf }));
    }
    if (searchParams.has("edit")) {
      return save("update", async (values) => {
        await restoreBeforeSave(form, (id) => editable.undo(id, actor));
        const seen = Number(form.get("seen"));
        return editable.update(idOf("edit"), values, actor, { seen, formId: button, blanks });
      });
    }
    const moved = parseId(form.get("id") ?? "") ?? 0;
    return moveItem(form, { ...texts("update"), screen: returnTarget(screen, form, moved) }, (target) =>
      editable.move(moved, target, actor, button),
    );
  };
}

type Saved = { ok: true; item: EditableJson };

const FIELDS = ["formId", "seen", "move", "id", "place", "order", "intent", "changeset", "return"];
