import { href } from "react-router";
import { clockText } from "#app/conference/moment.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { listUndoableCorrections } from "#app/models/delegate/undoable-corrections.server.ts";
import { UNDO_MS } from "#app/models/editable/deletion-lifetime.server.ts";
import { listImports } from "#app/models/import/import.server.ts";
import type { UndoElsewhere } from "#app/routes/admin/delegates/desk/desk.ts";
import { personAddress } from "#app/routes/admin/delegates/desk-address.ts";

/** What was done to delegates, and is undone on a screen of its own once its message has gone. */
export async function listUndoElsewhere(): Promise<UndoElsewhere[]> {
  const [imports, corrections] = await Promise.all([listImports("delegate"), listUndoableCorrections()]);
  return [
    ...imports.map(({ until }) => ({
      what: `The import of ${clockText(new Date(Date.parse(until) - UNDO_MS))}`,
      where: "the Import screen",
      href: href("/admin/delegates/import"),
    })),
    ...corrections.map(({ delegateId, name, createdAt }) => ({
      what: `The correction of ${name} at ${clockText(createdAt)}`,
      where: "their page",
      href: personAddress(delegateId, NO_FILTER),
    })),
  ];
}
