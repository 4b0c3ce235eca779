import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { helperContext, loggedInUser, requireHelper } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { PanelTabs } from "#app/components/admin/panel-bar.tsx";
import { useFocusReturn } from "#app/components/admin/use-focus-return.ts";
import { Covered, usePendingPathname } from "#app/components/pending.tsx";
import { PageToasts } from "#app/components/toast.tsx";
import { welcomeName } from "#app/models/login/user.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
import { readTabs } from "#app/routes/admin/tabs.server.ts";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";
import panelStyles from "#app/styles/panel.css?url";
import type { Route } from "./+types/layout";

// Middleware also guards data requests and actions. Helpers pass; organisers-only.tsx stops them later.
export const middleware = [requireHelper];

/** The loader makes client-side navigations ask the server, and so the middleware. */
export async function loader({ context }: Route.LoaderArgs) {
  const isHelper = context.get(helperContext) !== null;
  return {
    welcomeName: welcomeName(loggedInUser(context)),
    isHelper,
    tabs: isHelper ? [] : await readTabs(),
  };
}

/** The counts on the tabs are new after every form, and on each screen. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  (args.defaultShouldRevalidate || args.currentUrl.pathname !== args.nextUrl.pathname) && !isOnlyDialog(args);

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useFocusReturn();
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

/** Shows the coming screen with its loading text (specification, 2). */
function PendingAdminScreen({ children }: { children: React.ReactNode }) {
  const pathname = usePendingPathname();
  const isPending = pathname !== null && /^\/admin(\/|$)/.test(pathname);
  return <Covered by={isPending && <Coming pathname={pathname} />}>{children}</Covered>;
}

function Coming({ pathname }: { pathname: string }) {
  // The page of one thing loads as its list does.
  const listPath = pathname.replace(/\/\d+$/, "");
  const wanted = SCREEN_LIST.find(([path]) => listPath === `/admin/${path}`);
  const { title, loading } = wanted?.[1] ?? CHECKING;
  return (
    <PageToasts value={[]}>
      <AdminPage title={title}>
        <p role="status" className="flex items-center gap-3">
          <span className="spinner" aria-hidden="true" />
          {loading}
        </p>
      </AdminPage>
    </PageToasts>
  );
}

const CHECKING = { title: "Admin Panel", loading: "Loading..." };
