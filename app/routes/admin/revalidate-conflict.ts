import type { ShouldRevalidateFunction } from "react-router";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";

/**
 * What a form came into conflict with is shown beside it as it is stored now: the version that is saved,
 * what can be undone, a list without what was deleted. The page does not have that yet. Opening and
 * closing a dialog needs nothing of the server.
 */
export const revalidateConflict: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 404 ||
  args.actionStatus === 409 ||
  (args.defaultShouldRevalidate && !isOnlyDialog(args));
