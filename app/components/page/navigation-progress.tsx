import { useEffect } from "react";
import { useNavigation } from "react-router";

/** A thin bar on top of the page while a navigation or a submission is under way. */
export function NavigationProgress() {
  const isBusy = useNavigation().state !== "idle";

  // Taken away after the new page was put in place, so that it appears at its top without gliding there.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-changing-page", isBusy);
  }, [isBusy]);

  return (
    <div className="navigation-progress" data-busy={isBusy || undefined} aria-hidden="true">
      <div />
    </div>
  );
}
