import { sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { dayText } from "#app/conference/date-text.ts";
import { getStartOfDay } from "#app/conference/day.server.ts";
import { db, delegatesVersion } from "#app/db/connection.server.ts";
import {
  createDelegateCounter,
  listAnswerNumbers,
  listCountedPasses,
} from "#app/models/delegate/counts.server.ts";
import { VersionedCache } from "#app/platform/versioned-cache.server.ts";
import { toIsoInZone } from "#app/platform/zoned-time.server.ts";
import { passName, type RegistrationType } from "#app/vocabulary/pass.ts";

export type DelegateStatistics = {
  /** At most 60 days since the first registration, each with a count for every pass. */
  days: { label: string; values: number[] }[];
  passes: { name: string; count: number }[];
  questions: ReturnType<typeof listAnswerNumbers>;
};

const CHART_DAYS = 60;

const kept = new VersionedCache<DelegateStatistics>(1_000_000, ({ days }) => 100 * days.length);

export async function getStatistics(): Promise<DelegateStatistics> {
  const version = delegatesVersion();
  const today = dayOf(new Date());
  return kept.get(today, version) ?? (await kept.make(today, version, () => readFigures(today, version)));
}

async function readFigures(today: string, version: string): Promise<DelegateStatistics> {
  const { first, last } = db.get<{ first: number | null; last: number | null }>(
    sql`select min(created_at) as first, max(created_at) as last from delegates`,
  );
  const days = first === null || last === null ? [] : shownDays(dayOf(first), dayOf(last), today);
  const countOf = createDelegateCounter(version);
  const types = listCountedPasses(countOf);
  const passes = types.map((type) => ({ name: passName(type), count: countOf(type) }));
  return {
    days: countDays(days, types),
    passes,
    questions: listAnswerNumbers(),
  };
}

/** Ends with the earlier of today and conference day, or with the last registration if later. */
function shownDays(first: string, last: string, today: string): string[] {
  const [end] = [last, today < conference.date.iso ? today : conference.date.iso].sort().reverse();
  const days: string[] = [];
  for (let day = end ?? last; day >= first && days.length < CHART_DAYS; day = dayAfter(day, -1))
    days.unshift(day);
  return days;
}

function countDays(days: string[], types: RegistrationType[]): DelegateStatistics["days"] {
  const limits = JSON.stringify(days.map((day) => [startOf(day), startOf(dayAfter(day, 1))]));
  const of = (type: RegistrationType) => sql`(
    select count(*) from delegates
    where created_at >= period.value ->> 0 and created_at < period.value ->> 1 and registration_type = ${type}
  ) as ${sql.identifier(type)}`;
  const counts = db.all<Record<RegistrationType, number>>(
    sql`select ${sql.join(types.map(of), sql`, `)} from json_each(${limits}) period`,
  );
  return days.map((day, index) => ({
    label: dayText(new Date(startOf(day))),
    values: types.map((type) => counts[index]?.[type] ?? 0),
  }));
}

const dayOf = (at: Date | number): string => toIsoInZone(new Date(at), conference.timeZone).slice(0, 10);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const startOf = (day: string): number => getStartOfDay(day, conference.timeZone).getTime();
