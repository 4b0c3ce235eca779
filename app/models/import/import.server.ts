// A list from a spreadsheet becomes speakers, sessions or delegates: all that its preview shows in one transaction, or
// nothing. For ten minutes it is undone as a whole.
import { keepDeletion, listDeletionsOf, undoDeletionOf } from "#app/models/editable/deletion.server.ts";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import { countOutcome, type Preview } from "#app/models/import/import.ts";
import type { Importable } from "#app/models/import/importable.server.ts";
import { IMPORTABLES, type ImportKind } from "#app/models/import/importables.server.ts";
import { dropFile, getFile, isKept, keepFile } from "#app/models/import/kept-file.server.ts";
import { checkFile, planRows } from "#app/models/import/plan.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** What the kept rows of an import are called among what can be undone. */
const nounOf = (kind: ImportKind) => `${kind} import`;

/** Keeps a file for a day, until its author has looked at the preview. Answers its id. */
export async function keepImportFile(
  kind: ImportKind,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  userId: string,
): Promise<{ ok: true; file: string } | { ok: false; problem: string }> {
  const checked = await checkFile(IMPORTABLES[kind], bytes, null);
  if (!checked.ok) return checked;
  return { ok: true, file: await keepFile(kind, { bytes, fileName }, userId) };
}

/** A kept file `ID`, read as `ID.encoding` says; null where it is not kept any more, or is somebody else's. */
async function readKept(kind: ImportKind, file: string, userId: string) {
  const [id = "", encoding = null] = file.split(".");
  const kept = await getFile(kind, id, userId);
  const checked = kept && (await checkFile(IMPORTABLES[kind], kept.bytes, encoding));
  return checked?.ok ? { ...checked.file, id, fileName: kept?.fileName ?? "" } : null;
}

/** What the import of a kept file would do now. */
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
  | { ok: true; added: number; changed: number; deletion: string }
  /** `stale`: it would do something else by now than `seen` shows. `gone`: the file is not kept any more. */
  | { ok: false; reason: "stale" | "gone" };

/**
 * Imports what the preview shows that `seen` says, as one and once for one form. The file is not kept any longer than
 * that. `sendsMail` counts where people are told.
 */
export async function importFile(
  kind: ImportKind,
  { file, seen, sendsMail, formId }: { file: string; seen: string; sendsMail: boolean; formId: string },
  { id: userId, email: actor }: { id: string; email: string },
): Promise<Imported> {
  const list: Importable = IMPORTABLES[kind];
  const read = await readKept(kind, file, userId);
  let afterwards: (() => Promise<unknown>) | undefined;
  const imported = await batchIdempotently(formId, (tx): Imported => {
    if (!read || !isKept(tx, read.id)) return { ok: false, reason: "gone" };
    const plan = planRows(list, read);
    if (plan.seen !== seen) return { ok: false, reason: "stale" };
    const [added, changed] = [countOutcome(plan.steps, "added"), countOutcome(plan.steps, "changed")];
    const written = list.write(tx, plan.steps, { actor, sendsMail });
    afterwards = written.afterwards;
    dropFile(tx, read.id);
    const label = counted(added + changed, list.noun);
    const deletion = keepDeletion(tx, { noun: nounOf(kind), label, actor, rows: written.kept });
    return { ok: true, added, changed, deletion };
  });
  await afterwards?.();
  return imported;
}

/** The imports that can still be undone, the latest first. */
export const listImports = (kind: ImportKind): Promise<RecentDeletion[]> =>
  listDeletionsOf(nounOf(kind), null);

/**
 * Undoes an import: what it has added goes, what it has changed is as it was. What is not as it was left any more
 * stays, and is named; `isAll` where that is so of everything.
 */
export async function undoImport(
  kind: ImportKind,
  id: string,
  actor: string,
  formId: string,
): Promise<{ ok: true; left: string[]; isAll: boolean } | { ok: false; reason: "over" }> {
  const list: Importable = IMPORTABLES[kind];
  let afterwards: (() => Promise<unknown>) | undefined;
  const undone = await undoDeletionOf(
    nounOf(kind),
    id,
    (tx, kept) => {
      const { left, ...done } = list.undo(tx, kept, actor);
      afterwards = done.afterwards;
      // By their ids: what a form has done is remembered, and names are not to be.
      const asked = (kept.added ?? []).length + (kept.changed ?? []).length;
      return { ok: true as const, left, isAll: asked > 0 && left.length === asked };
    },
    formId,
  );
  await afterwards?.();
  return undone.ok ? { ...undone, left: list.namesOf(undone.left) } : undone;
}
