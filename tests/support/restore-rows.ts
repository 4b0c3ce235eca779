import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { TEMPLATE_DIR } from "./sites.ts";

/** Restores all tables but `versions`. The changes come last, because triggers write to it. */
export function restoreRows(sqlite: Database): void {
  sqlite.pragma("foreign_keys = off");
  sqlite.exec(`attach '${join(TEMPLATE_DIR, "conference.db")}' as template`);
  const tables = sqlite
    .prepare(
      `select name from template.sqlite_master where type = 'table'
       and name not in ('sqlite_stat1', 'sqlite_stat4', '__drizzle_migrations', 'versions')
       order by name in ('changes', 'changesets')`,
    )
    .pluck()
    .all() as string[];
  sqlite.transaction(() => {
    for (const table of tables) {
      const info = sqlite.pragma(`table_info("${table}")`) as { name: string }[];
      const columns = info.map(({ name }) => `"${name}"`).join();
      sqlite.exec(`delete from main."${table}";
        insert into main."${table}" (${columns}) select ${columns} from template."${table}"`);
    }
  })();
  sqlite.exec("detach template");
  sqlite.pragma("foreign_keys = on");
}
