import type { PanelTab } from "#app/components/admin/panel-bar.tsx";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { countOpenTasks } from "#app/models/open-tasks.server.ts";
import { listPendingTasks } from "#app/routes/admin/pending-tasks.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";

/** Returns the tabs (specification, section 2), without pending tasks if they cannot be read. */
export async function readTabs(): Promise<PanelTab[]> {
  const read = await runOrLogError(countOpenTasks);
  const tasks = read ? listPendingTasks(read.value) : [];
  return SCREEN_LIST.flatMap(([path, { card }]) => {
    if (!card) return [];
    const here = tasks.filter(({ tab }) => tab === path);
    return {
      to: `/admin/${path}`,
      title: card.title,
      count: here.reduce((all, { count }) => all + count, 0),
      waiting: here.map(({ text }) => text).join(", "),
    };
  });
}
