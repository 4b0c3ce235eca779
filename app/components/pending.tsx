import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** The covered page stays in the document, with all that is typed: the navigation may end where it began. */
export function Covered({ by, children }: { by: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      <div hidden={Boolean(by)}>{children}</div>
      {by}
    </>
  );
}

/** In milliseconds: on a shorter wait, loading texts would only flicker. */
const TIMEOUT_MS = 150;

/** The path of the awaited page, once the wait is long enough to be noticed. */
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
