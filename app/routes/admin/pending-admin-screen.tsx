import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { Covered, usePendingPathname } from "#app/components/pending.tsx";
import { SCREEN_LIST } from "#app/routes/admin/screens.ts";

/** On the way from one screen of the panel to another, that one with its loading text; else what is there. */
export function PendingAdminScreen({ children }: { children: React.ReactNode }) {
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
