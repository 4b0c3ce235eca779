import { type Correction, changedFields } from "#app/models/delegate/correction.server.ts";
import { listHistory } from "#app/models/history/history.server.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import {
  answerText,
  REGISTRATION_LABELS,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

/**
 * What was done about a delegate, the newest first. What `corrections` have changed is told with them: the log
 * itself has no answers.
 */
export async function listDelegateHistory(
  id: number,
  corrections: readonly Correction[],
): Promise<HistoryEntry[]> {
  const histories = await listHistory("delegate", [id], { isWhole: true });
  const byEntry = new Map(corrections.map((correction) => [correction.auditId, correction]));
  return (histories[id] ?? []).map((entry) => {
    const correction = byEntry.get(entry.id);
    if (!correction) return entry;
    const { before, after } = correction;
    const changes = changedFields(before, after).map((field) => ({
      label: REGISTRATION_LABELS[field],
      before: shown(before, field),
      after: shown(after, field),
    }));
    return { ...entry, changes };
  });
}

const shown = (registration: Registration, field: RegistrationField) =>
  answerText(registration, field) ?? "nothing";
