// A page that is waited for: which it is, and what covers the one that is there.
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * What is there, or in its place what covers it for a while. Out of sight it stays in the page with all that
 * is typed into it: the way elsewhere may end where it began.
 */
export function Covered({ by, children }: { by: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      <div hidden={Boolean(by)}>{children}</div>
      {by}
    </>
  );
}

/** A navigation that takes less than this, in milliseconds, needs no loading texts: they would only flicker. */
const TIMEOUT_MS = 150;

/** The path of the page that is being waited for, once the wait is long enough to be noticed. */
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
