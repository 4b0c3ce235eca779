import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { LandingPage } from "#app/components/landing/landing-page.tsx";

/** Hides the page while `by` is shown. The page's input is kept in case the navigation fails. */
export function PendingReplacement({ by, children }: { by: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      <div hidden={Boolean(by)}>{children}</div>
      {by}
    </>
  );
}

/** Delay before the loading text appears. Without a delay, the text would flicker. */
const TIMEOUT_MS = 150;

/** Returns the path of the page being loaded, or null until TIMEOUT_MS has passed. */
export function usePendingPathname(): string | null {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const destination = navigation.state === "loading" ? navigation.location.pathname : null;
  const pending = destination === pathname ? null : destination;
  const [noticed, setNoticed] = useState<string | null>(null);
  useEffect(() => {
    if (pending === null) return;
    const timer = window.setTimeout(() => setNoticed(pending), TIMEOUT_MS);
    return () => {
      window.clearTimeout(timer);
      setNoticed(null);
    };
  }, [pending]);
  return pending === null ? null : noticed;
}

export function PendingLandingPage({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return (
    <PendingReplacement by={isPending && <LandingPage conferenceData={null} />}>
      {children}
    </PendingReplacement>
  );
}
