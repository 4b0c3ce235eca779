import { isRouteErrorResponse, Outlet } from "react-router";
import { PanelErrorPage, statusOfFault } from "#app/components/error-page.tsx";
import type { Route } from "./+types/frame";

export default Outlet;

/**
 * What fails on a screen keeps the panel's frame. Below the guard, so that whoever is not signed in gets the
 * site's own page, which leads to the login.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <PanelErrorPage status={statusOfFault(error)} />;
  return <PanelErrorPage status={error.status} message={error.data?.message} />;
}
