import type { Database } from "better-sqlite3";

/** SQL subquery: all changes except those of emails, with actor, action and subject. */
export const HISTORY = `(
  select changes.id, actor, action, changes.subject, subject_id, changes.label, before, after, changes.created_at,
    case when kind in ('update', 'event') and (before is not null or after is not null) then (
      select json_group_object(was.key, json_array(was.value, (select value from json_each(after) where key = was.key)))
      from json_each(before) was) end changes
  from changes join changesets on changesets.id = changeset_id
  where table_name not in ('outbox', 'message_recipients') and changes.subject <> 'left alone')`;

export function addHistory(
  sqlite: Database,
  [actor, subject, subjectId, action, label]: [string, string, number | null, string, string],
  at = Date.now(),
): void {
  const { lastInsertRowid } = sqlite
    .prepare("insert into changesets (actor, action, created_at) values (?, ?, ?)")
    .run(actor, action, at);
  sqlite
    .prepare(
      "insert into changes (changeset_id, kind, subject, subject_id, label, created_at) values (?, 'event', ?, ?, ?, ?)",
    )
    .run(lastInsertRowid, subject, subjectId, label, at);
}
