import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { AdminPage } from "#app/components/admin-page.tsx";
import { LandingPage } from "#app/components/landing/landing-page.tsx";

/** A navigation that takes less than this, in milliseconds, needs no loading texts: they would only flicker. */
const PATIENCE_MS = 150;

/** On the way to another page that lists things, that page with its loading texts; else what is there. */
export function PendingScreen({ children }: { children: React.ReactNode }) {
  const pathname = usePendingPathname();
  if (pathname === "/") return <LandingPage conferenceData={null} />;
  if (pathname !== null && /^\/admin(\/|$)/.test(pathname)) {
    const { title, text } = ADMIN_SCREENS[pathname] ?? CHECKING;
    return (
      <AdminPage title={title} hasBackLink={pathname !== "/admin"}>
        <p role="status" className="flex items-center gap-3">
          <span className="spinner" aria-hidden="true" />
          {text}
        </p>
      </AdminPage>
    );
  }
  return children;
}

/** While the server checks who is asking (specification, 2). */
const CHECKING = { title: "Admin Panel", text: "Loading..." };
const ADMIN_SCREENS: Record<string, { title: string; text: string }> = {
  "/admin/speakers": { title: "Speakers Management", text: "Loading speakers..." },
  "/admin/program": { title: "Program Management", text: "Loading..." },
  "/admin/connections": { title: "Speaker-Session Connections", text: "Loading connections..." },
  "/admin/delegates": { title: "Registered Delegates", text: "Loading..." },
};

/** The path of the page that is being waited for, once the wait is long enough to be noticed. */
function usePendingPathname(): string | null {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const destination = navigation.state === "loading" ? navigation.location.pathname : null;
  const pending = destination === pathname ? null : destination;
  const [noticed, setNoticed] = useState<string | null>(null);
  useEffect(() => {
    if (pending === null) return;
    const timer = window.setTimeout(() => setNoticed(pending), PATIENCE_MS);
    return () => {
      window.clearTimeout(timer);
      setNoticed(null);
    };
  }, [pending]);
  return pending === null ? null : noticed;
}
