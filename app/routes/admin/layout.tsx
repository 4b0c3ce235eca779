import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunction } from "react-router";
import { requireOrganiser, userContext } from "#app/auth.server.ts";
import { PanelErrorPage, statusOfFault } from "#app/components/error-page.tsx";
import { UnauthorizedPage } from "#app/components/unauthorized-page.tsx";
import { useKeptFocus } from "#app/hooks/use-kept-focus.ts";
import { welcomeName } from "#app/models/user.ts";
import panelStyles from "#app/routes/admin/panel.css?url";
import { PendingAdminScreen } from "#app/routes/admin/pending-admin-screen.tsx";
import { isOnlyDialog } from "#app/routes/admin/use-dialog.ts";
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
  return (
    <PendingAdminScreen>
      <PanelStyles />
      <Outlet />
    </PendingAdminScreen>
  );
}

/** What fails within the panel keeps its frame. Whose login has ended sees the way to it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <PanelError status={statusOfFault(error)} />;
  if (error.status === 401)
    return <UnauthorizedPage isSave={error.data?.isSave === true} draft={error.data?.draft ?? null} />;
  return <PanelError status={error.status} message={error.data?.message} />;
}

function PanelError(props: Parameters<typeof PanelErrorPage>[0]) {
  return (
    <PendingAdminScreen>
      <PanelStyles />
      <PanelErrorPage {...props} />
    </PendingAdminScreen>
  );
}

const PanelStyles = () => <link rel="stylesheet" href={panelStyles} precedence="screen" />;
