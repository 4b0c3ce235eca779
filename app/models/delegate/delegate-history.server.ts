import { type Correction, changedFields } from "#app/models/delegate/corrections.server.ts";
import { listHistory } from "#app/models/history/history.server.ts";
import type { HistoryEntry } from "#app/models/history/history.ts";
import {
  answerText,
  REGISTRATION_LABELS,
  type Registration,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";

/**
 * The history of a delegate, the newest first. It shows the values of these `corrections` alone: others may be about a
 * former holder.
 */
export async function listDelegateHistory(
  id: number,
  corrections: readonly Correction[],
): Promise<HistoryEntry[]> {
  const histories = await listHistory("delegate", [id], { isWhole: true });
  const byChangeset = new Map(corrections.map((correction) => [correction.id, correction]));
  return (histories[id] ?? []).map((entry) => {
    const correction = byChangeset.get(entry.changesetId ?? 0);
    const others = entry.changes.filter(({ label }) => !ANSWERS.has(label));
    if (!correction) return { ...entry, changes: others };
    const { before, after } = correction;
    const changes = changedFields(before, after).map((field) => ({
      label: REGISTRATION_LABELS[field],
      before: shown(before, field),
      after: shown(after, field),
    }));
    return { ...entry, changes: [...changes, ...others] };
  });
}

const ANSWERS = new Set<string>(Object.values(REGISTRATION_LABELS));

const shown = (registration: Registration, field: RegistrationField) =>
  answerText(registration, field) ?? "nothing";
