import { use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from "react-router";
import type { PageToast } from "#app/components/toast.tsx";
import { watchScreen } from "#app/http/navigation-failure.ts";

export function NavigationProgress() {
  const isBusy = useNavigation().state !== "idle";

  // The attribute goes after the new page is in place, so that it appears at its top without gliding.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-changing-page", isBusy);
  }, [isBusy]);

  return (
    <div className="navigation-progress" data-busy={isBusy || undefined} aria-hidden="true">
      <div />
    </div>
  );
}

/** A lost focus goes to the place that the address names, else to `main`: a keyboard goes on there, and a screen reader says where it is. */
export function useFocusAfterNavigation(): void {
  const { state } = useNavigation();
  const { key, hash } = useLocation();
  const seen = useRef(key);
  useEffect(() => {
    if (state !== "idle" || seen.current === key) return;
    seen.current = key;
    if (document.activeElement !== document.body) return;
    if (hash) document.getElementById(hash.slice(1))?.focus();
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("main:not([inert])")?.focus({ preventScroll: true });
  }, [state, key, hash]);
}

/** The toast on the present screen for a navigation that was not answered, or null. */
export function useConnectionLost(): PageToast | null {
  const router = use(DataRouterContext)?.router;
  const { pathname } = useLocation();
  const [said, setSaid] = useState<{ description: string; at: number } | null>(null);
  useEffect(
    () => router && watchScreen({ router, say: (description) => setSaid({ description, at: Date.now() }) }),
    [router],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the screen on which it was said
  useLayoutEffect(() => setSaid(null), [pathname]);
  if (said === null) return null;
  const { description, at } = said;
  return { type: "error", message: "The page could not be reached", description, key: String(at) };
}
