import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { getOrganiser } from "#app/auth/auth.server.ts";
import {
  redirectWithError,
  redirectWithSuccess,
  runOrLogError,
  UNDO_REFUSALS,
} from "#app/http/admin-action.server.ts";
import { createOneTimeId, errorPage, readChangesetId, readUploadForm } from "#app/http/form.server.ts";
import { isUndo, undoFailedText } from "#app/http/list-form.ts";
import { createRefilledForm, createRefusalResponse, errorToast } from "#app/http/refusal.ts";
import { screenPath } from "#app/models/editable/fields.ts";
import { runHeavyWork } from "#app/models/heavy-work.server.ts";
import { listImports, matchImportColumns, storeImportFile } from "#app/models/import/import.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";
import { FILE_TOO_LARGE } from "#app/models/import/list-file.server.ts";
import { countText } from "#app/platform/text.ts";
import { findImportKind } from "#app/routes/admin/import/csv-response.server.ts";

/** Loads the upload form or, for `?file=ID`, a file's column choices (`&match`) or preview. */
export async function loadImport({ request, context, pattern }: LoaderFunctionArgs) {
  const kind = findImportKind(pattern, "/import");
  const { searchParams } = new URL(request.url);
  const file = searchParams.get("file");
  const { id: userId } = getOrganiser(context);
  const matching =
    file && (await matchImportColumns(kind, file, userId, { isAsked: searchParams.has("match") }));
  const preview = file && !matching ? await runHeavyWork("previewImport", kind, file, userId) : null;
  const { noun, path, hasMail } = IMPORTABLES[kind];
  const loaded = {
    noun,
    path,
    hasMail,
    formId: crypto.randomUUID(),
    imports: await listImports(kind),
    preview,
    matching: matching || null,
    newSpeakerFields: preview && preview.unknown.length > 0 ? newSpeakerFields() : [],
    isGone: file !== null && !preview && !matching,
  };
  return data(loaded, { status: loaded.isGone ? 404 : 200 });
}

export async function importAction({ request, context, pattern }: ActionFunctionArgs) {
  const kind = findImportKind(pattern, "/import");
  const { form, file } = await readUploadForm(request, FIELDS, "list", {
    tooLarge: FILE_TOO_LARGE,
    more: MORE,
  });
  const user = getOrganiser(context);
  if (!IS_FILE.test(form.get("file") ?? "")) throw errorPage(400, "This form is damaged. Open it again.");
  const screen = screenPath(IMPORTABLES[kind]);
  const intent = form.get("intent");
  const answer = isUndo(form) ? undo : intent === "import" ? carryOut : intent === "match" ? match : upload;
  const done = await runOrLogError(async () => answer({ kind, screen, form, file, user }));
  if (done) return done.value;
  if (isUndo(form)) return redirectWithError(screen, undoFailedText("the state before the import"));
  return createRefusalResponse(500, { description: NOT_IMPORTED });
}

type Sent = {
  kind: ImportKind;
  screen: string;
  form: URLSearchParams;
  file: File | null;
  user: { id: string; email: string };
};

async function upload({ kind, screen, form, file, user }: Sent) {
  if (file === null) return refuse(form, "Choose a CSV or Excel file.", "list");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kept = await storeImportFile(kind, { bytes, fileName: file.name }, user.id);
  if (!kept.ok) return refuse(form, kept.problem, "list");
  return redirect(`${screen}/import?file=${kept.file}`, 303);
}

/** The stored file's id, optionally with the encoding or sheet. It becomes part of an address. */
const IS_FILE = /^[\w.-]{0,80}$/;
const FIELDS = ["formId", "intent", "file", "seen", "mail", "changeset", "create"];
/** Names of the fields for columns, unknown cell texts, missing values and new speakers. */
const MORE = /^(?:column-\d+|(?:word|fill|new|also):.*)$/s;

async function match({ kind, screen, form, user }: Sent) {
  const file = form.get("file") ?? "";
  const matching = await matchImportColumns(kind, file, user.id, { sent: form });
  // The target page reports the missing file.
  if (!matching) return redirect(`${screen}/import?file=${file}`, 303);
  return data({ ...errorToast("Some choices are still missing."), matching }, { status: 422 });
}

const neededColumns = () => {
  const { columns, required, name } = IMPORTABLES.speaker.columns;
  return columns.filter(({ field }) => required.includes(field) && field !== name);
};
const newSpeakerFields = () =>
  neededColumns().map(({ field, heading, choices }) => ({ id: `new:${field}`, label: heading, choices }));

/** Parses the new speakers' values with a placeholder name. The real names are in the file. */
const newSpeakerIn = (form: URLSearchParams) => {
  const given = neededColumns().map(({ field, read }) => [field, read(form.get(`new:${field}`) ?? "")]);
  return IMPORTABLES.speaker.read({ ...Object.fromEntries(given), name: "A name" }, undefined);
};

function refuse(form: URLSearchParams, problem: string, field: string, error = { [field]: [problem] }) {
  const result = { ...createRefilledForm(form, problem), error };
  return createRefusalResponse(422, { result, message: "Validation Error", description: problem });
}

async function carryOut({ kind, screen, form, user }: Sent) {
  const { noun, hasMail } = IMPORTABLES[kind];
  const mail = form.get("mail");
  if (hasMail && mail !== "send" && mail !== "none")
    return refuse(form, "Choose whether to send emails.", "mail");
  const file = form.get("file") ?? "";
  const seen = form.get("seen") ?? "";
  const names = [...form.keys()].flatMap((name) => /^also:(.*)$/s.exec(name)?.[1] ?? []);
  const hasFullNames = form.has("create");
  const speaker = hasFullNames || names.length > 0 ? await newSpeakerIn(form) : null;
  if (speaker && !speaker.ok) {
    const idOf = (heading: string | null) => newSpeakerFields().find(({ label }) => label === heading)?.id;
    const problems = speaker.problems.map(({ column, message }) => [idOf(column), [`${column}: ${message}`]]);
    return refuse(form, "Fill in the fields for new speakers.", "", Object.fromEntries(problems));
  }
  const sendsMail = mail === "send";
  const newSpeakers = { values: speaker?.values ?? {}, hasFullNames, names };
  const asked = { file, seen, sendsMail, newSpeakers, formId: createOneTimeId(form) };
  const done = await runHeavyWork("importFile", kind, asked, user);
  if (done.ok) {
    const { added, breaks, changed, speakers, changeset } = done;
    const said = [
      added > 0 && `${countText(added, noun)} added`,
      breaks > 0 && `${countText(breaks, "break")} added`,
      changed > 0 && `${countText(changed, noun)} ${done.noun === noun ? "changed" : "marked as paid"}`,
      speakers > 0 && `${countText(speakers, "speaker")} added`,
    ].filter(Boolean);
    const text = `${said.join(", ") || "Nothing changed"}.${sendsMail ? MAIL_FOLLOWS : ""}`;
    return redirectWithSuccess(screen, text, { screen: `${screen}/import`, id: changeset });
  }
  return done.reason === "gone"
    ? redirectWithError(`${screen}/import`, "This file is no longer stored. Choose it again.")
    : redirectWithError(`${screen}/import?file=${file}`, STALE);
}

async function undo({ kind, screen, form, user }: Sent) {
  const by = { actor: user.email, formId: createOneTimeId(form) };
  const undone = await runHeavyWork("undoImport", kind, readChangesetId(form), by);
  if (!undone.ok) return redirectWithError(screen, UNDO_REFUSALS.over);
  const { left, isAll } = undone;
  const kept = `${IMPORTABLES[kind].leftByUndo} (${left}).`;
  if (isAll) return redirectWithError(screen, `Nothing was undone. An undo does not affect ${kept}`);
  return redirectWithSuccess(screen, left === 0 ? "Import undone." : `Import undone, except for ${kept}`);
}

const MAIL_FOLLOWS =
  " The emails will be sent in ten minutes, when the import can no longer be undone. Emails about changes that you make before then follow them.";
const NOT_IMPORTED = "Failed to import. Nothing was changed. Please try again later.";
const STALE =
  "Something has changed since this preview was made, so nothing was imported. Check the preview again.";
