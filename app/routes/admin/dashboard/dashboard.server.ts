import { href } from "react-router";
import { getFigures } from "#app/models/delegate/figures.server.ts";
import { DECLARED } from "#app/models/editable/editables.server.ts";
import { screenOf } from "#app/models/editable/words.ts";
import { listRecentActivity, type RecentEntry } from "#app/models/history/history.server.ts";
import { listRestoredMail } from "#app/models/outbox/restored-mail.server.ts";
import { getOverview } from "#app/models/overview.server.ts";
import { listUndelivered, readWaiting } from "#app/models/waiting.server.ts";
import type { Activity } from "#app/routes/admin/dashboard/recent-activity.tsx";
import { NAMED } from "#app/routes/admin/dashboard/to-do-list.tsx";
import { toDoList } from "#app/routes/admin/to-do.ts";

export async function loadDashboard() {
  const [waiting, figures, overview, recent] = await Promise.all([
    readWaiting(),
    getFigures(),
    getOverview(),
    listRecentActivity(10),
  ]);
  const undelivered = waiting.failedMail === 0 ? [] : await listUndelivered(NAMED);
  const restored = waiting.restoredMail === 0 ? [] : listRestoredMail();
  const todo = toDoList(waiting, undelivered, restored);
  return { todo, figures, overview, recent: recent.map(toActivity), formId: crypto.randomUUID() };
}

const toActivity = ({ id, text, about, actor, at, thing }: RecentEntry): Activity => ({
  id,
  text,
  about,
  actor,
  at,
  to: thing && addressOf(thing),
});

function addressOf({ kind, id }: NonNullable<RecentEntry["thing"]>): string {
  if (kind === "delegate") return href("/admin/delegates/:id", { id: String(id) });
  return `${screenOf(DECLARED[kind as keyof typeof DECLARED].words)}?history=${id}`;
}
