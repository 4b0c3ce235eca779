// Imports a list in one transaction, which can be undone for ten minutes.

import { batch } from "#app/db/connection.server.ts";
import { scheduleScrubRetry } from "#app/db/scrub.server.ts";
import { type ActionSource, offerUndo, runChangeset } from "#app/models/changeset/changeset.server.ts";
import { listUndoable, undo } from "#app/models/changeset/undo.server.ts";
import {
  createHeadingTest,
  createMatchingForm,
  guessColumnMatching,
  hasUnknownColumn,
  readColumnMatching,
  recallColumnMatching,
  saveColumnMatching,
} from "#app/models/import/column-matching.server.ts";
import { countRowsWithOutcome, type PlannedImportRow } from "#app/models/import/import.ts";
import { checkFile, planRows } from "#app/models/import/import-plan.server.ts";
import type { Importable, ImportStep, NewSpeakers } from "#app/models/import/importable.server.ts";
import { IMPORTABLES, type ImportKind, listFor } from "#app/models/import/importables.server.ts";
import { type ListFile, readListFile } from "#app/models/import/list-file.server.ts";
import { isCreated, isFullName } from "#app/models/import/session-speakers.server.ts";
import {
  deleteStoredFile,
  getStoredFile,
  isFileStored,
  type StoredFile,
  storeFile,
} from "#app/models/import/stored-file.server.ts";
import { countText } from "#app/platform/text.ts";
import { isBreak } from "#app/vocabulary/program.ts";

const nounOf = (kind: ImportKind) => `${kind} import`;

export async function storeImportFile(kind: ImportKind, file: StoredFile, userId: string) {
  const read = await readListFile(file.bytes, null, createHeadingTest(IMPORTABLES[kind].columns));
  return read.ok ? { ok: true as const, file: await storeFile(kind, file, userId) } : read;
}

/** `file` is `ID`, `ID.encoding` or `ID.sheet`. Returns null if it expired or is another user's. */
async function readStoredFile(kind: ImportKind, file: string, userId: string) {
  const [id = "", asked = null] = file.split(".");
  const kept = await getStoredFile(kind, id, userId);
  if (!kept) return null;
  const isHeading = createHeadingTest(IMPORTABLES[kind].columns);
  const chosen = await readListFile(kept.bytes, asked, isHeading);
  // A file that is no list in the chosen encoding is read as before the choice.
  const content = chosen.ok ? chosen : await readListFile(kept.bytes, null, isHeading);
  return content.ok ? { id, fileName: kept.fileName, content, ...arrangementOf(kind, content) } : null;
}

/** Numbers alone are this site's keys only if one of them exists. */
function areKeys({ noun, isKey, readKey, find, keyOf }: Importable, cells: string[]): boolean {
  if (!cells.every(isKey)) return false;
  const keys = cells.map(readKey);
  if (noun === "payment" || keys.some((key) => /\D/.test(key))) return true;
  return find(keys.map((key) => ({ key, values: {} }))).some((row) => keys.includes(keyOf(row)));
}

/** `match` is remembered or guessed. `isOpen`: the user must decide. */
function arrangementOf(kind: ImportKind, content: ListFile) {
  const list = listFor(kind, content);
  const { columns, noun } = list;
  const known = recallColumnMatching(noun, columns, content);
  const match = known ?? guessColumnMatching(columns, content, (cells) => areKeys(list, cells));
  const form = createMatchingForm(columns, content, match);
  // A guess also asks about blank cells, which an organiser may have a value for.
  const isUnknown =
    hasUnknownColumn(content, match) ||
    form.asked.some(({ value }) => value === "") ||
    (noun === "payment" && !match.columns.includes("paidAt"));
  return { list, match, isOpen: form.isOpen || (!known && isUnknown) };
}

/**
 * Returns the form for matching columns if it was requested (`isAsked`) or the user must decide.
 * Otherwise returns null. Saves a complete match from the submitted form (`sent`).
 */
export async function matchImportColumns(
  kind: ImportKind,
  file: string,
  userId: string,
  { sent, isAsked = false }: { sent?: URLSearchParams; isAsked?: boolean },
) {
  const read = await readStoredFile(kind, file, userId);
  if (!read || !(sent || isAsked || read.isOpen)) return null;
  const { fileName, content, list } = read;
  const { columns } = list;
  const match = sent ? readColumnMatching(columns, content, sent, read.match) : read.match;
  const { isOpen, ...matching } = createMatchingForm(columns, content, match);
  if (!sent || isOpen) return { file, fileName, ...matching };
  await batch((tx) => saveColumnMatching(tx, list.noun, content, match));
  return null;
}

export type MatchingForm = NonNullable<Awaited<ReturnType<typeof matchImportColumns>>>;

async function readChecked(kind: ImportKind, file: string, userId: string) {
  const read = await readStoredFile(kind, file, userId);
  if (!read || read.isOpen) return null;
  return { ...read, ...(await checkFile(read.list, read.content, read.match)) };
}

export async function previewImport(kind: ImportKind, file: string, userId: string) {
  const read = await readChecked(kind, file, userId);
  if (!read) return null;
  const { steps, unknown, seen } = planRows(read.list, read);
  const { id, fileName, ignored } = read;
  const { skipped, reading } = read.content;
  return {
    /** What a row is about, such as a delegate or, in a checkout's list, a payment. */
    noun: read.list.noun,
    /** The stored file's id, optionally followed by a dot and the encoding or sheet. */
    file: reading ? `${id}.${reading.value}` : id,
    fileName,
    /** Fingerprint of the preview. An import with a different result is refused. */
    seen,
    rows: steps.map(({ values: _v, current: _c, beside: _b, ...planned }): PlannedImportRow => planned),
    /** Headings of the columns that are not imported. */
    ignored,
    /** Texts above the headings. */
    skipped,
    reading,
    /** People whom a list of sessions names. Others than full names are created only if chosen. */
    unknown: unknown.map(({ name }) => ({ name, isFullName: isFullName(name) })),
  };
}

export type ImportPreviewData = NonNullable<Awaited<ReturnType<typeof previewImport>>>;

type Asked = Record<"file" | "seen" | "formId", string> & {
  sendsMail: boolean;
  newSpeakers?: NewSpeakers;
};
const NO_SPEAKERS: NewSpeakers = { values: {}, hasFullNames: false, names: [] };

/**
 * Imports the previewed changes (`seen`), once per form, and deletes the stored file. `stale`: the
 * result would differ from the preview. `gone`: the file has expired.
 */
export async function importFile(
  kind: ImportKind,
  { file, seen, sendsMail, formId, newSpeakers = NO_SPEAKERS }: Asked,
  { id: userId, email: actor }: { id: string; email: string },
) {
  const read = await readChecked(kind, file, userId);
  return runChangeset({ actor, formId }, "import", (tx, changesetId) => {
    if (!read || !isFileStored(tx, read.id)) return { ok: false, reason: "gone" } as const;
    const { list } = read;
    const plan = planRows(list, read);
    if (plan.seen !== seen) return { ok: false, reason: "stale" } as const;
    const breaks = plan.steps.filter(isNewBreak).length;
    const added = countRowsWithOutcome(plan.steps, "added") - breaks;
    const changed = countRowsWithOutcome(plan.steps, "changed");
    const written = plan.steps.filter(
      ({ values, beside }) => Object.keys({ ...values, ...beside }).length > 0,
    );
    list.write(tx, written, { changesetId, sendsMail, newSpeakers });
    const speakers = plan.unknown.filter(({ name }) => isCreated(name, newSpeakers)).length;
    deleteStoredFile(tx, read.id);
    const label =
      countText(added + changed, list.noun) + (breaks > 0 ? `, ${countText(breaks, "break")}` : "");
    offerUndo(tx, changesetId, { subject: nounOf(kind), label });
    const { noun } = list;
    return { ok: true, added, breaks, changed, speakers, noun, changeset: changesetId } as const;
  });
}

/** Breaks are not counted as sessions, on any screen. */
const isNewBreak = ({ outcome, values }: ImportStep): boolean =>
  outcome === "added" && typeof values?.type === "string" && isBreak(values.type);

export const listImports = async (kind: ImportKind) => listUndoable(nounOf(kind));

/** `left` counts items kept because they changed after the import. `isAll`: all were kept. */
export async function undoImport(kind: ImportKind, id: number, by: ActionSource) {
  const { finishUndo }: Importable = IMPORTABLES[kind];
  const undone = await undo(by, { id, subject: nounOf(kind) }, { afterwards: finishUndo });
  scheduleScrubRetry();
  if (undone.left === undefined) return undone;
  const left = new Set(undone.left.flatMap(({ subjectId }) => subjectId ?? []));
  return { ok: true as const, left: left.size, isAll: !undone.ok };
}
