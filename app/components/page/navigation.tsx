// A way to another page with script: its progress, the focus after it, and what is said where it fails.
import { use, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from "react-router";
import { giveFocus } from "#app/components/focus.ts";
import { Toast } from "#app/components/toast.tsx";
import { watchScreen } from "#app/http/keep-screen.ts";

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

/**
 * Where the next page has nothing of what had the focus, its `main` gets it: a keyboard goes on there, past the
 * navigation, and a screen reader says where it is. A page that a browser loads begins as browsers do it.
 */
export function useFocusAfterNavigation(): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  const seen = useRef(key);
  useEffect(() => {
    if (state !== "idle" || seen.current === key) return;
    seen.current = key;
    if (document.activeElement === document.body)
      giveFocus(document.querySelector<HTMLElement>("main:not([inert])"), { preventScroll: true });
  }, [state, key]);
}

/** Says on whatever screen is shown that a way to another address was not answered. */
export function ConnectionLost() {
  const router = use(DataRouterContext)?.router;
  const [said, setSaid] = useState<{ description: string; at: number } | null>(null);
  useEffect(
    () => router && watchScreen({ router, say: (description) => setSaid({ description, at: Date.now() }) }),
    [router],
  );
  return (
    said && (
      <Toast
        key={said.at}
        type="error"
        message="The page could not be reached"
        description={said.description}
      />
    )
  );
}
