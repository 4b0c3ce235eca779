import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { requireOrganiser, userContext } from "#app/auth/auth.server.ts";
import { useKeptFocus } from "#app/components/admin/use-kept-focus.ts";
import { useSteadyClicks } from "#app/components/admin/use-steady-clicks.ts";
import { welcomeName } from "#app/models/login/user.ts";
import { PendingAdminScreen } from "#app/routes/admin/pending-admin-screen.tsx";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";
import panelStyles from "#app/styles/panel.css?url";
import type { Route } from "./+types/layout";

// Middleware, not a loader: it stands in front of data requests and actions of every screen too.
export const middleware = [requireOrganiser];

/** Its being there makes client-side navigations ask the server, and so the middleware, each time that they show more. */
export function loader({ context }: Route.LoaderArgs) {
  return { welcomeName: welcomeName(context.get(userContext)) };
}

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.defaultShouldRevalidate && !isOnlyDialog(args);

export default function AdminLayout() {
  useKeptFocus();
  useSteadyClicks();
  return (
    <PendingAdminScreen>
      <link rel="stylesheet" href={panelStyles} precedence="screen" />
      <Outlet />
    </PendingAdminScreen>
  );
}
