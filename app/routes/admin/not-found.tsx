import { data } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";

// The page brings its title along.
export const meta = () => [];

export const loader = () => data(null, { status: 404 });
export const action = loader;

/** Any path of the panel that it does not have (specification, 2). */
export default function PanelNotFound() {
  return (
    <AdminPage title="Page Not Found">
      <p className="font-semibold text-muted">404</p>
      <p className="mt-4 max-w-2xl">Did you forget to add the page to the router?</p>
    </AdminPage>
  );
}
