import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { helperContext, loggedIn, requireHelper } from "#app/auth/auth.server.ts";
import { useKeptFocus } from "#app/components/admin/kept-focus.ts";
import { PanelTabs } from "#app/components/admin/panel-bar.tsx";
import { useSteadyClicks } from "#app/components/admin/use-steady-clicks.ts";
import { welcomeName } from "#app/models/login/user.ts";
import { PendingAdminScreen } from "#app/routes/admin/pending-admin-screen.tsx";
import { readTabs } from "#app/routes/admin/tabs.server.ts";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";
import panelStyles from "#app/styles/panel.css?url";
import type { Route } from "./+types/layout";

// Middleware, not a loader: it stands in front of data requests and actions of every screen too. Organisers and helpers
// get past it; organisers-only.tsx lets organisers alone through to all screens but the door.
export const middleware = [requireHelper];

/** Its being there makes client-side navigations ask the server, and so the middleware, each time that they show more. */
export async function loader({ context }: Route.LoaderArgs) {
  const isHelper = context.get(helperContext) !== null;
  return { welcomeName: welcomeName(loggedIn(context)), isHelper, tabs: isHelper ? [] : await readTabs() };
}

/** What waits is counted anew after every form, and on the way to another screen. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  (args.defaultShouldRevalidate || args.currentUrl.pathname !== args.nextUrl.pathname) && !isOnlyDialog(args);

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useKeptFocus();
  useSteadyClicks();
  return (
    <PanelTabs value={loaderData.tabs}>
      <div className="panel">
        <PendingAdminScreen>
          <link rel="stylesheet" href={panelStyles} precedence="screen" />
          <Outlet />
        </PendingAdminScreen>
      </div>
    </PanelTabs>
  );
}
