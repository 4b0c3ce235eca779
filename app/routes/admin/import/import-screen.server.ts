// Behind the screens that import a list: the file comes first and is kept, the preview has an address of its own,
// and its button imports what it shows.
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { organiserOf } from "#app/auth/auth.server.ts";
import { redirectWithError, redirectWithSuccess, tryOrLog } from "#app/http/admin-action.server.ts";
import { oneTimeId, readUploadForm } from "#app/http/form.server.ts";
import { keptAnswers, refusal } from "#app/http/refusal.ts";
import { isUndo, undoFailed } from "#app/http/undo-form.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { screenOf } from "#app/models/editable/words.ts";
import { TOO_LARGE } from "#app/models/import/csv-file.server.ts";
import { headingsOf } from "#app/models/import/export.server.ts";
import {
  importFile,
  keepImportFile,
  listImports,
  previewImport,
  undoImport,
} from "#app/models/import/import.server.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** The form, or with `?file=ID` the preview of a file that was sent. */
export async function loadImport(kind: EditableKind, { request, context }: LoaderFunctionArgs) {
  const file = new URL(request.url).searchParams.get("file");
  const preview = file === null ? null : await previewImport(kind, file, organiserOf(context).id);
  const { noun, path } = EDITABLES[kind].words;
  const loaded = {
    noun,
    path,
    formId: crypto.randomUUID(),
    headings: headingsOf(kind),
    imports: await listImports(kind),
    preview,
    isGone: file !== null && preview === null,
  };
  return data(loaded, { status: loaded.isGone ? 404 : 200 });
}

export const importAction =
  (kind: EditableKind) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const { form, file } = await readUploadForm(request, FIELDS, "list", { tooLarge: TOO_LARGE });
    const user = organiserOf(context);
    const screen = screenOf(EDITABLES[kind].words);
    if (isUndo(form)) return undo(kind, form, user.email);
    if (form.get("intent") === "import") return carryOut(kind, form, user);

    if (file === null) return refuseFile(form, "Choose a CSV file.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kept = await tryOrLog(() => keepImportFile(kind, { bytes, fileName: file.name }, user.id));
    if (!kept) return refusal(500, { description: NOT_IMPORTED });
    if (!kept.value.ok) return refuseFile(form, kept.value.problem);
    return redirect(`${screen}/import?file=${kept.value.file}`, 303);
  };

const FIELDS = ["formId", "intent", "file", "seen", "deletion"];

const refuseFile = (form: URLSearchParams, problem: string) =>
  refusal(422, {
    result: keptAnswers(form, problem, "list"),
    message: "Validation Error",
    description: problem,
  });

/** Imports what the preview showed; whatever is another now is shown before it is imported. */
async function carryOut(kind: EditableKind, form: URLSearchParams, user: { id: string; email: string }) {
  const { words } = EDITABLES[kind];
  const screen = screenOf(words);
  const [file, seen] = [form.get("file") ?? "", form.get("seen") ?? ""];
  const done = await tryOrLog(() => importFile(kind, { file, seen, formId: oneTimeId(form) }, user));
  if (!done) return refusal(500, { description: NOT_IMPORTED });
  const { value } = done;
  if (value.ok) {
    const { added, changed, deletion } = value;
    const said = [
      ...(added > 0 ? [`${counted(added, words.noun)} added`] : []),
      ...(changed > 0 ? [`${counted(changed, words.noun)} changed`] : []),
    ];
    return redirectWithSuccess(screen, `${said.join(", ")}.`, {
      screen: `${screen}/import`,
      of: "deletion",
      id: deletion,
    });
  }
  return value.reason === "gone"
    ? redirectWithError(`${screen}/import`, "This file is not kept any more. Choose it again.")
    : redirectWithError(`${screen}/import?file=${file}`, STALE);
}

async function undo(kind: EditableKind, form: URLSearchParams, actor: string) {
  const screen = screenOf(EDITABLES[kind].words);
  const undone = await tryOrLog(() => undoImport(kind, form.get("deletion") ?? "", actor, oneTimeId(form)));
  if (!undone) return redirectWithError(screen, undoFailed("what was before the import"));
  if (!undone.value.ok) return redirectWithError(screen, OVER);
  const { left } = undone.value;
  const names = [...left.slice(0, NAMED), ...(left.length > NAMED ? [`${left.length - NAMED} more`] : [])];
  return redirectWithSuccess(
    screen,
    left.length === 0
      ? "Import undone."
      : `Import undone, but for what was changed or connected since: ${names.join(", ")}.`,
  );
}

/** More names than these nobody reads in a toast, nor has its cookie room for them. */
const NAMED = 5;
const NOT_IMPORTED = "Failed to import. Nothing was changed. Please try again later.";
const STALE = "Something has changed since this preview was made, so nothing was imported. Look at it again.";
const OVER = "This can no longer be undone: it has already been undone, or the 10 minutes are over.";
