import { isRouteErrorResponse, Outlet, useRouteLoaderData } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { PanelNotFound } from "#app/components/admin/fallback-pages.tsx";
import {
  ErrorAdvice,
  errorTextFor,
  getErrorStatus,
  pageForLoginError,
} from "#app/components/page/error-pages.tsx";
import type { loader as adminLoader } from "#app/routes/admin/layout.tsx";
import type { Route } from "./+types/error-boundary";

export default Outlet;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loginPage = pageForLoginError(error);
  if (loginPage) return loginPage;
  if (!isRouteErrorResponse(error)) return <PanelErrorPage status={getErrorStatus(error)} />;
  if (error.status === 404) return <PanelNotFound text={error.data?.message} />;
  return <PanelErrorPage status={error.status} message={error.data?.message} />;
}

function PanelErrorPage({ status, message }: { status: number | null; message?: string }) {
  const admin = useRouteLoaderData<typeof adminLoader>("routes/admin/layout");
  const { title, advice } = errorTextFor(status);
  return (
    <AdminPage title={title} isForHelper={admin?.isHelper}>
      {status !== null && <p className="font-semibold text-muted">{status}</p>}
      <ErrorAdvice text={message ?? advice} />
    </AdminPage>
  );
}
