// A list from a spreadsheet becomes speakers or sessions: all that its preview shows in one transaction, or nothing.
// For ten minutes it is undone as a whole.
import { eq } from "drizzle-orm";
import { type Db, db } from "#app/db/connection.server.ts";
import { drafts } from "#app/db/schema.server.ts";
import type { Editable, EditableRow } from "#app/models/editable/declaration.server.ts";
import { keepDeletion, listDeletionsOf, undoDeletionOf } from "#app/models/editable/deletion.server.ts";
import type { RecentDeletion } from "#app/models/editable/deletion.ts";
import { EDITABLES, type EditableKind } from "#app/models/editable/editables.server.ts";
import { COLUMNS } from "#app/models/import/columns.server.ts";
import { decodeCsv } from "#app/models/import/csv-file.server.ts";
import type { Preview } from "#app/models/import/import.ts";
import { checkFile, planRows } from "#app/models/import/plan.server.ts";
import { createDraft, getDraft } from "#app/models/submission/draft.server.ts";
import { batchIdempotently } from "#app/models/submission/idempotency.server.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** What the kept rows of an import are called among what can be undone. */
const nounOf = (kind: EditableKind) => `${kind} import`;

/** Keeps a file for a day, until its author has looked at the preview. Answers its id. */
export async function keepImportFile(
  kind: EditableKind,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  userId: string,
): Promise<{ ok: true; file: string } | { ok: false; problem: string }> {
  const decoded = decodeCsv(bytes);
  if (!decoded.ok) return decoded;
  const checked = await checkFile(kind, decoded.text);
  if (!checked.ok) return checked;
  const { text, isGuessedEncoding } = decoded;
  const fields = { import: kind, text, fileName, encoding: isGuessedEncoding ? "guessed" : "" };
  return { ok: true, file: await createDraft(userId, fields) };
}

/** What the import of a kept file would do now; null where it is not kept any more, or is somebody else's. */
export async function previewImport(
  kind: EditableKind,
  file: string,
  userId: string,
): Promise<Preview | null> {
  const kept = await keptFile(kind, file, userId);
  const checked = kept && (await checkFile(kind, kept.text ?? ""));
  if (!kept || !checked?.ok) return null;
  const { steps, seen } = planRows(checked.file);
  return {
    file,
    fileName: kept.fileName ?? "",
    seen,
    rows: steps.map(({ values: _values, current: _current, ...planned }) => planned),
    ignored: checked.file.ignored,
    isGuessedEncoding: kept.encoding === "guessed",
  };
}

async function keptFile(kind: EditableKind, id: string, userId: string) {
  const owner = db.select({ userId: drafts.userId }).from(drafts).where(eq(drafts.id, id)).get();
  const fields = owner?.userId === userId ? await getDraft(id) : null;
  return fields?.import === kind ? fields : null;
}

export type Imported =
  | { ok: true; added: number; changed: number; deletion: string }
  /** `stale`: it would do something else by now than `seen` shows. `gone`: the file is not kept any more. */
  | { ok: false; reason: "stale" | "gone" };

/** Imports what the preview shows that `seen` says, as one and once for one form. */
export async function importFile(
  kind: EditableKind,
  { file, seen, formId }: { file: string; seen: string; formId: string },
  { id: userId, email: actor }: { id: string; email: string },
): Promise<Imported> {
  const kept = await keptFile(kind, file, userId);
  const checked = kept && (await checkFile(kind, kept.text ?? ""));
  if (!checked?.ok) return { ok: false, reason: "gone" };
  const { within, words }: Editable = EDITABLES[kind];
  return batchIdempotently(formId, (tx): Imported => {
    const plan = planRows(checked.file);
    if (plan.seen !== seen) return { ok: false, reason: "stale" };
    const added: EditableRow[] = [];
    const before: EditableRow[] = [];
    const changed: EditableRow[] = [];
    for (const { outcome, values, current } of plan.steps) {
      if (outcome === "added") added.push(within.insert(tx, values, actor));
      if (outcome === "changed" && current) {
        before.push(current);
        changed.push(within.replace(tx, current, values, actor));
      }
    }
    const label = counted(added.length + changed.length, words.noun);
    const versions = (rows: EditableRow[]) =>
      rows.map(({ id, updatedAt }) => ({ id, updatedAt: updatedAt.getTime() }));
    const rows = { added: versions(added), changed: versions(changed), before };
    const deletion = keepDeletion(tx, { noun: nounOf(kind), label, actor, rows });
    return { ok: true, added: added.length, changed: changed.length, deletion };
  });
}

/** The imports that can still be undone, the latest first. */
export const listImports = (kind: EditableKind): Promise<RecentDeletion[]> =>
  listDeletionsOf(nounOf(kind), null);

/**
 * Undoes an import: what it has added goes, what it has changed is as it was. What somebody has saved or
 * connected since stays as it is, and is named.
 */
export const undoImport = (kind: EditableKind, id: string, actor: string, formId: string) =>
  undoDeletionOf(
    nounOf(kind),
    id,
    (tx, { added = [], changed = [], before = [] }) => {
      const editable: Editable = EDITABLES[kind];
      const now = new Map(editable.within.list().map((row) => [row.id, row]));
      const wasBefore = new Map(before.map((row) => [row.id, row]));
      const left: string[] = [];
      for (const { id, updatedAt } of [...added, ...changed]) {
        const row = now.get(Number(id));
        // Deleted since: there is nothing left to undo of it.
        if (!row) continue;
        const was = wasBefore.get(row.id);
        const isTouched =
          row.updatedAt.getTime() !== updatedAt || (!was && isConnected(tx, editable, row.id));
        if (isTouched) left.push(editable.nameOf(row as never));
        else if (was) editable.within.replace(tx, row, fieldsOf(kind, was), actor);
        else editable.within.remove(tx, row, actor);
      }
      return { ok: true as const, left };
    },
    formId,
  );

const isConnected = (tx: Db, { linksOf }: Editable, id: number) => (linksOf?.(tx, id).length ?? 0) > 0;

const fieldsOf = (kind: EditableKind, row: Record<string, unknown>) =>
  Object.fromEntries(COLUMNS[kind].columns.map(({ field }) => [field, row[field]]));
