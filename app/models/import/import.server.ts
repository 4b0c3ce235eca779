// A list becomes speakers, sessions or delegates in one transaction; for ten minutes it is undone as a whole.
import { countOutcome, type Preview } from "#app/models/import/import.ts";
import type { Afterwards, Importable } from "#app/models/import/importable.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";
import { dropFile, getFile, isKept, keepFile } from "#app/models/import/kept-file.server.ts";
import { checkFile, planRows } from "#app/models/import/plan.server.ts";
import { changeset, offerUndo } from "#app/models/ledger/changeset.server.ts";
import { listUndoable, undo } from "#app/models/ledger/undo.server.ts";
import type { Undoable } from "#app/models/ledger/undoable.ts";
import { counted } from "#app/vocabulary/counted.ts";

const nounOf = (kind: ImportKind) => `${kind} import`;

/** Kept for a day, until its author has looked at the preview. */
export async function keepImportFile(
  kind: ImportKind,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  userId: string,
): Promise<{ ok: true; file: string } | { ok: false; problem: string }> {
  const checked = await checkFile(IMPORTABLES[kind], bytes, null);
  if (!checked.ok) return checked;
  return { ok: true, file: await keepFile(kind, { bytes, fileName }, userId) };
}

/** `ID` or `ID.encoding`; null where the file is not kept any more, or is another user's. */
async function readKept(kind: ImportKind, file: string, userId: string) {
  const [id = "", encoding = null] = file.split(".");
  const kept = await getFile(kind, id, userId);
  const checked = kept && (await checkFile(IMPORTABLES[kind], kept.bytes, encoding));
  return checked?.ok ? { ...checked.file, id, fileName: kept?.fileName ?? "" } : null;
}

export async function previewImport(kind: ImportKind, file: string, userId: string): Promise<Preview | null> {
  const list: Importable = IMPORTABLES[kind];
  const read = await readKept(kind, file, userId);
  if (!read) return null;
  const { steps, seen } = planRows(list, read);
  const { id, fileName, ignored, notImported, encoding } = read;
  const rows = steps.map(({ values: _values, current: _current, ...planned }) => planned);
  return { file: encoding ? `${id}.${encoding}` : id, fileName, seen, rows, ignored, notImported, encoding };
}

export type Imported =
  | { ok: true; added: number; changed: number; changeset: number }
  /** `stale`: it would do something else by now than `seen` shows. `gone`: the file is not kept any more. */
  | { ok: false; reason: "stale" | "gone" };

/** Imports what the preview showed (`seen`), once for one form, and drops the file. */
export async function importFile(
  kind: ImportKind,
  { file, seen, sendsMail, formId }: { file: string; seen: string; sendsMail: boolean; formId: string },
  { id: userId, email: actor }: { id: string; email: string },
): Promise<Imported> {
  const list: Importable = IMPORTABLES[kind];
  const read = await readKept(kind, file, userId);
  let afterwards: Afterwards | undefined;
  const imported = await changeset({ actor, formId }, "import", (tx, changesetId): Imported => {
    if (!read || !isKept(tx, read.id)) return { ok: false, reason: "gone" };
    const plan = planRows(list, read);
    if (plan.seen !== seen) return { ok: false, reason: "stale" };
    const [added, changed] = [countOutcome(plan.steps, "added"), countOutcome(plan.steps, "changed")];
    afterwards = list.write(tx, plan.steps, { changesetId, sendsMail });
    dropFile(tx, read.id);
    offerUndo(tx, changesetId, { subject: nounOf(kind), label: counted(added + changed, list.noun) });
    return { ok: true, added, changed, changeset: changesetId };
  });
  await afterwards?.();
  return imported;
}

/** The latest first. */
export const listImports = async (kind: ImportKind): Promise<Undoable[]> => listUndoable(nounOf(kind));

/** Added rows go, changed ones return; `left` names those changed since. With `isAll` nothing was undone. */
export async function undoImport(
  kind: ImportKind,
  id: number,
  actor: string,
  formId: string,
): Promise<{ ok: true; left: string[]; isAll: boolean } | { ok: false; reason: "over" }> {
  const list: Importable = IMPORTABLES[kind];
  const { onDisk, ...options } = list.undoing(id);
  const undone = await undo({ actor, formId }, { id, subject: nounOf(kind) }, options);
  await onDisk?.();
  if (undone.left === undefined) return undone;
  const left = new Set(undone.left.flatMap(({ subjectId }) => subjectId ?? []));
  return { ok: true, left: list.namesOf([...left]), isAll: !undone.ok };
}
