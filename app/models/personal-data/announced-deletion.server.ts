// Deletes all delegates on the day that the conference file sets (docs/decisions/data.md).
import { sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { dateInWords } from "#app/conference/date-text.ts";
import { ANNOUNCED_MS, DELETION_DAY, isDeletionNear } from "#app/conference/day.server.ts";
import { batch, type Db, db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { recordEvent, runChangesetWithin } from "#app/models/changeset/changeset.server.ts";
import { eraseDelegates } from "#app/models/personal-data/personal-data.server.ts";
import { countText } from "#app/platform/text.ts";
import { toIsoInZone } from "#app/platform/zoned-time.server.ts";

const NOTICE_MS = ANNOUNCED_MS / 2;
const DAYS_RUNNING = 5;
/** Delegates deleted in one transaction. Visitors are served between two. */
const PORTION = 50;
const ACTOR = "the site";
/** Subjects of the history’s events: 'Deletion on 1 August 2027' and 'Deletion of 212 delegates'. */
const ANNOUNCED = "deletion on";
const DONE = "deletion of";

/** SQL: recorded since the last deletion, so delegates added later are announced again. */
const IS_NEW = sql`id > (select coalesce(max(id), 0) from changes where subject = ${DONE})`;
const count = (tx: Db, from: ReturnType<typeof sql>): number =>
  tx.get<{ rows: number }>(sql`select count(*) as rows from ${from}`).rows;

/** Returns the number of delegates and the earliest time, or null if there is nothing to announce. */
export function getNextDeletion(tx: Db = db, now = new Date()) {
  if (DELETION_DAY === null || !isDeletionNear(now)) return null;
  const total = count(tx, sql`delegates`);
  if (total === 0) return null;
  const label = dateInWords(DELETION_DAY);
  // Announcements of other dates, from the future or from long ago do not count.
  const announced = tx.all<{ at: number }>(sql`select created_at as at from changes
    where subject = ${ANNOUNCED} and label = ${label} and ${IS_NEW}
      and created_at > ${now.getTime() - ANNOUNCED_MS} and created_at <= ${now.getTime()} order by created_at`);
  const days = new Set(announced.map(({ at }) => dayOf(new Date(at))));
  const noticeEnds = (announced[0]?.at ?? now.getTime()) + NOTICE_MS;
  const earliest = Math.max(DELETION_DAY.getTime(), noticeEnds);
  const at = new Date(Math.max(earliest, now.getTime()));
  const isDue = now.getTime() >= earliest && days.size >= DAYS_RUNNING;
  return { total, label, at, isAnnouncedToday: days.has(dayOf(now)), isDue };
}

const dayOf = (at: Date): string => toIsoInZone(at, conference.timeZone).slice(0, 10);

/** Records today’s announcement, or deletes all delegates in portions. A restart continues. */
export async function announceOrDelete(now = new Date()): Promise<void> {
  while (getNextDeletion(db, now)) if (!(await batch((tx) => takeStep(tx, now)))) return;
}

/** Looks again, because another process may have done it. Returns true if a portion was deleted. */
function takeStep(tx: Db, now: Date): boolean {
  const next = getNextDeletion(tx, now);
  if (next?.isAnnouncedToday === false)
    runChangesetWithin(tx, { actor: ACTOR }, "announced", (id) =>
      recordEvent(tx, id, { subject: ANNOUNCED, label: next.label, createdAt: now }),
    );
  const isDue = getNextDeletion(tx, now)?.isDue ?? false;
  if (isDue) deletePortion(tx);
  return isDue;
}

const deletePortion = (tx: Db): void =>
  runChangesetWithin(tx, { actor: ACTOR }, "personal data deleted", (id) => {
    eraseDelegates(tx, tx.select().from(delegates).limit(PORTION).all());
    if (count(tx, sql`delegates`) > 0) return;
    // Includes all portions, also those before a restart.
    const deleted = sql`changes where table_name = 'delegates' and kind = 'delete' and ${IS_NEW}
      and changeset_id in (select id from changesets where actor = ${ACTOR})`;
    recordEvent(tx, id, { subject: DONE, label: countText(count(tx, deleted), "delegate") });
  });
