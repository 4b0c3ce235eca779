import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { LandingPage } from "#app/components/landing/landing-page.tsx";

/** A navigation that takes less than this, in milliseconds, needs no loading texts: they would only flicker. */
const PATIENCE_MS = 150;

/** On the way to another page that lists things, that page with its loading texts; else what is there. */
export function PendingScreen({ children }: { children: React.ReactNode }) {
  return usePendingPathname() === "/" ? <LandingPage conferenceData={null} /> : children;
}

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
