import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { Covered, usePendingPathname } from "#app/components/pending.tsx";

/** The landing page shows its loading texts while it is on its way. */
export function PendingScreen({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return <Covered by={isPending && <LandingPage conferenceData={null} />}>{children}</Covered>;
}
