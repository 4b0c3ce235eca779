import { count, sql } from "drizzle-orm";
import { db, delegatesVersion } from "#app/db/connection.server.ts";
import { prepareOnce } from "#app/db/prepared-statements.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { DELEGATE_STATUSES, type DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { REGISTRATION_TYPES, type RegistrationType, SPEAKER_PASS } from "#app/vocabulary/pass.ts";

type Counted = { type: RegistrationType; status: DelegateStatus; count: number };

const selectCounts = prepareOnce(() =>
  db
    .select({ type: delegates.registrationType, status: delegates.status, count: count() })
    .from(delegates)
    .groupBy(delegates.registrationType, delegates.status)
    .prepare(),
);

/** Numbers of delegates by pass and status, without zeros. They identify no one. */
export const listDelegateNumbers = () =>
  selectCounts()
    .all()
    .map(({ type, ...counted }) => ({ registrationType: type, ...counted }));

export const listCountedPasses = (countOf: ReturnType<typeof createDelegateCounter>): RegistrationType[] =>
  [...REGISTRATION_TYPES, SPEAKER_PASS].filter((type) => type !== SPEAKER_PASS || countOf(type) > 0);

let latest: { version: string; counts: Counted[] } = { version: "", counts: [] };

export const currentDelegatesVersion = sql<string>`(select version from versions where name = 'delegates')`;

/** Returns a function that counts delegates by pass and status. Recounts if the version changed. */
export function createDelegateCounter(version = delegatesVersion()) {
  if (latest.version !== version) latest = { version, counts: selectCounts().all() };
  const { counts } = latest;
  return (type: RegistrationType | null = null, statuses: readonly DelegateStatus[] = DELEGATE_STATUSES) =>
    counts
      .filter((one) => (type === null || one.type === type) && statuses.includes(one.status))
      .reduce((all, one) => all + one.count, 0);
}
