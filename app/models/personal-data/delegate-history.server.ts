import { db } from "#app/db/connection.server.ts";
import { listCorrections } from "#app/models/delegate/correction-history.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { listHistory } from "#app/models/history/history.server.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import {
  fieldLabel,
  getAnswerText,
  listChangedFields,
  REGISTRATION_LABELS,
} from "#app/vocabulary/registration.ts";

/** Shows answers in the words of the forms. */
export async function listDelegateHistory(delegate: Delegate): Promise<HistoryEntry[]> {
  const entries = await listHistory("delegate", delegate.id);
  const byChangeset = new Map(listCorrections(db, delegate).map((correction) => [correction.id, correction]));
  return entries.map((entry) => {
    const correction = byChangeset.get(entry.changesetId ?? 0);
    const others = entry.changes.filter(({ label }) => !ANSWERS.has(label));
    if (!correction) return { ...entry, changes: others };
    const { before, after } = correction;
    const changes = listChangedFields(before, after).map((field) => ({
      label: fieldLabel(field),
      before: getAnswerText(before, field) ?? "nothing",
      after: getAnswerText(after, field) ?? "nothing",
    }));
    return { ...entry, changes: [...changes, ...others] };
  });
}

const ANSWERS = new Set<string>([...Object.values(REGISTRATION_LABELS), "Answers"]);
