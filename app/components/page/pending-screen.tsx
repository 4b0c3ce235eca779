import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { Covered, usePendingPathname } from "#app/components/pending.tsx";

/** On the way to the landing page, that page with its loading texts; else what is there. */
export function PendingScreen({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return <Covered by={isPending && <LandingPage conferenceData={null} />}>{children}</Covered>;
}
