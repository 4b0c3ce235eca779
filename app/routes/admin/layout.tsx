import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { helperContext, loggedIn, requireHelper } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { useKeptFocus } from "#app/components/admin/kept-focus.ts";
import { PanelTabs } from "#app/components/admin/panel-bar.tsx";
import { useSteadyClicks } from "#app/components/admin/use-steady-clicks.ts";
import { Covered, usePendingPathname } from "#app/components/pending.tsx";
import { welcomeName } from "#app/models/login/user.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
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

/** On the way from one screen of the panel to another, that one with its loading text; else what is there. */
function PendingAdminScreen({ children }: { children: React.ReactNode }) {
  const pathname = usePendingPathname();
  const isPending = pathname !== null && /^\/admin(\/|$)/.test(pathname);
  return <Covered by={isPending && <Coming pathname={pathname} />}>{children}</Covered>;
}

function Coming({ pathname }: { pathname: string }) {
  // What has a page of its own stands for its list while it is on the way.
  const listPath = pathname.replace(/\/\d+$/, "");
  const wanted = SCREEN_LIST.find(([path]) => listPath === `/admin/${path}`);
  const { title, loading } = wanted?.[1] ?? CHECKING;
  return (
    <AdminPage title={title} hasBackLink={pathname !== "/admin"}>
      <p role="status" className="flex items-center gap-3">
        <span className="spinner" aria-hidden="true" />
        {loading}
      </p>
    </AdminPage>
  );
}

/** While the server checks who is asking (specification, 2). */
const CHECKING = { title: "Admin Panel", loading: "Loading..." };
