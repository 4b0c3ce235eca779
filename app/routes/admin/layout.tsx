import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { getLoggedInUser, helperContext, requireHelper } from "#app/auth/auth.server.ts";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { type PanelTab, PanelTabsProvider } from "#app/components/admin/panel-bar.tsx";
import { useFocusRestore } from "#app/components/admin/use-focus.ts";
import { PendingReplacement, usePendingPathname } from "#app/components/pending-replacement.tsx";
import { PageToastsContext } from "#app/components/toast.tsx";
import { runOrLogError } from "#app/http/admin-action.server.ts";
import { welcomeName } from "#app/models/login/user.server.ts";
import { countOpenTasks } from "#app/models/open-tasks.server.ts";
import { listPendingTasks } from "#app/routes/admin/pending-tasks.ts";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";
import { isDialogChange } from "#app/routes/admin/use-dialog.ts";
import panelStyles from "#app/styles/panel.css?url";
import type { Route } from "./+types/layout";

// Middleware also guards data requests and actions. organisers-only.tsx then refuses helpers.
export const middleware = [requireHelper];

/** Without a loader, client-side navigations would not run the route's middleware. */
export async function loader({ context }: Route.LoaderArgs) {
  const isHelper = context.get(helperContext) !== null;
  return {
    welcomeName: welcomeName(getLoggedInUser(context)),
    isHelper,
    tabs: isHelper ? [] : await readTabs(),
  };
}

/** Returns the tabs (specification, section 2), without pending tasks if they cannot be read. */
async function readTabs(): Promise<PanelTab[]> {
  const read = await runOrLogError(countOpenTasks);
  const tasks = read ? listPendingTasks(read.value) : [];
  return SCREEN_LIST.flatMap(([path, { card, tab }]) => {
    const title = card?.title ?? tab;
    if (title === undefined) return [];
    const here = tasks.filter(({ tab }) => tab === path);
    return {
      to: `/admin/${path}`,
      title,
      count: here.reduce((all, { count }) => all + count, 0),
      waiting: here.map(({ text }) => text).join(", "),
    };
  });
}

/** Updates the counts on the tabs after every form and on each new screen. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  (args.defaultShouldRevalidate || args.currentUrl.pathname !== args.nextUrl.pathname) &&
  !isDialogChange(args);

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useFocusRestore();
  return (
    <PanelTabsProvider value={loaderData.tabs}>
      <div className="panel">
        <PendingAdminScreen>
          <link rel="stylesheet" href={panelStyles} precedence="screen" />
          <Outlet />
        </PendingAdminScreen>
      </div>
    </PanelTabsProvider>
  );
}

/** Shows the loading text of the next screen (specification, section 2). */
function PendingAdminScreen({ children }: { children: React.ReactNode }) {
  const pathname = usePendingPathname();
  const isPending = pathname !== null && /^\/admin(\/|$)/.test(pathname);
  return (
    <PendingReplacement by={isPending && <LoadingScreen pathname={pathname} />}>
      {children}
    </PendingReplacement>
  );
}

function LoadingScreen({ pathname }: { pathname: string }) {
  // The page of a single item uses the loading text of its list.
  const listPath = pathname.replace(/\/\d+$/, "");
  const wanted = SCREEN_LIST.find(([path]) => listPath === `/admin/${path}`);
  const { title, loading } = wanted?.[1] ?? LOGIN_CHECK;
  return (
    <PageToastsContext value={[]}>
      <AdminPage title={title}>
        <p role="status" className="flex items-center gap-3">
          <span
            className="size-6 rounded-full border-3 border-rule border-t-ink motion-safe:animate-spin"
            aria-hidden="true"
          />
          {loading}
        </p>
      </AdminPage>
    </PageToastsContext>
  );
}

const LOGIN_CHECK = { title: "Admin Panel", loading: "Loading..." };
