import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { PendingReplacement, usePendingPathname } from "#app/components/pending-replacement.tsx";

export function PendingLandingPage({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return (
    <PendingReplacement by={isPending && <LandingPage conferenceData={null} />}>
      {children}
    </PendingReplacement>
  );
}
