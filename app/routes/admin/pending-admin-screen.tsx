import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { Covered } from "#app/components/covered.tsx";
import { usePendingPathname } from "#app/hooks/use-pending-pathname.ts";

/** On the way from one screen of the panel to another, that one with its loading text; else what is there. */
export function PendingAdminScreen({ children }: { children: React.ReactNode }) {
  const pathname = usePendingPathname();
  const isPending = pathname !== null && /^\/admin(\/|$)/.test(pathname);
  return <Covered by={isPending && <Coming pathname={pathname} />}>{children}</Covered>;
}

function Coming({ pathname }: { pathname: string }) {
  // What has a page of its own stands for its list while it is on the way.
  const { title, text } = SCREENS[pathname.replace(/\/\d+$/, "")] ?? CHECKING;
  return (
    <AdminPage title={title} hasBackLink={pathname !== "/admin"}>
      <p role="status" className="flex items-center gap-3">
        <span className="spinner" aria-hidden="true" />
        {text}
      </p>
    </AdminPage>
  );
}

/** While the server checks who is asking (specification, 2). */
const CHECKING = { title: "Admin Panel", text: "Loading..." };
const SCREENS: Record<string, { title: string; text: string }> = {
  "/admin/speakers": { title: "Speakers Management", text: "Loading speakers..." },
  "/admin/program": { title: "Program Management", text: "Loading..." },
  "/admin/connections": { title: "Speaker-Session Connections", text: "Loading connections..." },
  "/admin/logins": { title: "Your Logins", text: "Loading..." },
  "/admin/delegates": { title: "Registered Delegates", text: "Loading..." },
};
