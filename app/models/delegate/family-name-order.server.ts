import { type SQL, sql } from "drizzle-orm";
import { conference } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { delegates } from "#app/db/schema.server.ts";
import { readSortName } from "#app/models/delegate/search-text.ts";

const collator = new Intl.Collator(conference.locale);
/** Dutch and German lists, but not Belgian ones, put Kees van der Berg under B. */
const nameOf = /^(?:nl|de)\b(?!-BE)/.test(conference.locale)
  ? (text: string) => readSortName(text).replace(/^(?:\P{Lu}\S* )+(?=\p{Lu})/u, "")
  : readSortName;

export const listIdsByFamilyName = (where: SQL): number[] =>
  db
    .select({ id: delegates.id, text: delegates.searchText })
    .from(delegates)
    .where(where)
    .orderBy(sql`${delegates.searchText}, ${delegates.id}`)
    .all()
    .map(({ id, text }) => ({ id, name: nameOf(text) }))
    .sort((one, other) => collator.compare(one.name, other.name))
    .map(({ id }) => id);
