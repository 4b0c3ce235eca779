import { isRouteErrorResponse, Outlet } from "react-router";
import { PanelErrorPage, statusOfFault } from "#app/components/error-page.tsx";
import { readUnauthorized, UnauthorizedPage } from "#app/components/unauthorized-page.tsx";
import type { Route } from "./+types/frame";

export default Outlet;

/**
 * What fails on a screen keeps the panel's frame. Below the guard, so that a page without a login is the site's
 * own; a save with script whose login has ended comes by here.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const unauthorized = readUnauthorized(error);
  if (unauthorized) return <UnauthorizedPage {...unauthorized} />;
  if (!isRouteErrorResponse(error)) return <PanelErrorPage status={statusOfFault(error)} />;
  return <PanelErrorPage status={error.status} message={error.data?.message} />;
}
