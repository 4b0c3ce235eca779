import { AdminPage } from "#app/components/admin/admin-page.tsx";

/** Any path of the panel that it does not have (specification, 2); `text` is about what is not there of a screen. */
export function PanelNotFound({
  text = "Did you forget to add the page to the router?",
}: {
  text?: string | undefined;
}) {
  return (
    <AdminPage title="Page Not Found">
      <p className="font-semibold text-muted">404</p>
      <p className="mt-4 max-w-2xl">{text}</p>
    </AdminPage>
  );
}
