import { HiddenWhilePending, usePendingPathname } from "#app/components/hidden-while-pending.tsx";
import { LandingPage } from "#app/components/landing/landing-page.tsx";

export function PendingScreen({ children }: { children: React.ReactNode }) {
  const isPending = usePendingPathname() === "/";
  return (
    <HiddenWhilePending by={isPending && <LandingPage conferenceData={null} />}>
      {children}
    </HiddenWhilePending>
  );
}
