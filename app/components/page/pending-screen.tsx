import { Covered } from "#app/components/covered.tsx";
import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { usePendingPathname } from "#app/hooks/use-pending-pathname.ts";

/** On the way to the landing page, that page with its loading texts; else what is there. */
export function PendingScreen({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return <Covered by={isPending && <LandingPage conferenceData={null} />}>{children}</Covered>;
}
