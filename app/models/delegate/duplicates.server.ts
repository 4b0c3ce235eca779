import { sql } from "drizzle-orm";
import { db } from "#app/db/connection.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { foldText } from "#app/models/delegate/search-text.ts";

export type DuplicateMatch = { sameEmail: boolean; sameName: boolean };

export async function findDuplicates(shown: readonly Delegate[]): Promise<Map<number, DuplicateMatch>> {
  if (shown.length === 0) return new Map();
  const keys = JSON.stringify(shown.map(({ id, email, name }) => [id, email, foldText(name)]));
  const rows = db.all<{ id: number; sameEmail: number; sameName: number }>(sql`
    select
      k.value ->> 0 as id,
      exists (
        select 1 from delegates
        where lower(email) = lower(k.value ->> 1) and email <> '' and id <> k.value ->> 0
      ) as sameEmail,
      exists (
        select 1 from delegates
        where search_text >= (k.value ->> 2) || char(10) and search_text < (k.value ->> 2) || char(11)
          and id <> k.value ->> 0
      ) as sameName
    from json_each(${keys}) k`);
  return new Map(
    rows
      .filter(({ sameEmail, sameName }) => sameEmail || sameName)
      .map(({ id, sameEmail, sameName }) => [id, { sameEmail: !!sameEmail, sameName: !!sameName }]),
  );
}
