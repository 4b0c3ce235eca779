import type { PanelTab } from "#app/components/admin/panel-bar.tsx";
import { tryOrLog } from "#app/http/admin-action.server.ts";
import { countOpenTasks } from "#app/models/open-tasks.server.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
import { toDoList } from "#app/routes/admin/to-do.ts";

/** The screens (specification, 2), each with its waiting work, if that can be read. */
export async function readTabs(): Promise<PanelTab[]> {
  const read = await tryOrLog(countOpenTasks);
  const todo = read ? toDoList(read.value) : [];
  return SCREEN_LIST.flatMap(([path, { card }]) => {
    if (!card) return [];
    const here = todo.filter(({ tab }) => tab === path);
    return {
      to: `/admin/${path}`,
      title: card.title,
      count: here.reduce((all, { count }) => all + count, 0),
      waiting: here.map(({ text }) => text).join(", "),
    };
  });
}
