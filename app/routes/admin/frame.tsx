import { isRouteErrorResponse, Outlet, useRouteLoaderData } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { statusOfFault, WhatToDo, wordsFor } from "#app/components/page/error-page.tsx";
import { ForOrganisersPage, isForOrganisers } from "#app/components/page/for-organisers-page.tsx";
import { readUnauthorized, UnauthorizedPage } from "#app/components/page/unauthorized-page.tsx";
import type { loader as adminLoader } from "#app/routes/admin/layout.tsx";
import { PanelNotFound } from "#app/routes/admin/panel-not-found.tsx";
import type { Route } from "./+types/frame";

export default Outlet;

/**
 * What fails on a screen keeps the panel's frame. Below the guard, so that a page without a login is the site's
 * own; a save with script whose login has ended comes by here.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const unauthorized = readUnauthorized(error);
  if (unauthorized) return <UnauthorizedPage {...unauthorized} />;
  if (isForOrganisers(error)) return <ForOrganisersPage />;
  if (!isRouteErrorResponse(error)) return <PanelErrorPage status={statusOfFault(error)} />;
  if (error.status === 404) return <PanelNotFound text={error.data?.message} />;
  return <PanelErrorPage status={error.status} message={error.data?.message} />;
}

/** As the site's own error page, with the way back to the dashboard. */
function PanelErrorPage({ status, message }: { status: number | null; message?: string }) {
  const admin = useRouteLoaderData<typeof adminLoader>("routes/admin/layout");
  const { title, advice } = wordsFor(status);
  return (
    <AdminPage title={title} isForHelper={admin?.isHelper}>
      {status !== null && <p className="font-semibold text-muted">{status}</p>}
      <WhatToDo text={message ?? advice} />
    </AdminPage>
  );
}
