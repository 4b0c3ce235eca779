import { use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from "react-router";
import type { PageToast } from "#app/components/toast.tsx";
import { registerScreen } from "#app/http/navigation-failure.ts";

export function NavigationProgress() {
  const isBusy = useNavigation().state !== "idle";

  // Keeps the attribute until the new page is rendered, to prevent smooth scrolling.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-changing-page", isBusy);
  }, [isBusy]);

  return (
    <div className="navigation-progress" data-busy={isBusy || undefined} aria-hidden="true">
      <div />
    </div>
  );
}

/** If the focused element has disappeared, focuses the fragment's target, or else `main`. */
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

/** Returns a toast for a navigation without a response, or null after the screen has changed. */
export function useNetworkErrorToast(): PageToast | null {
  const router = use(DataRouterContext)?.router;
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<{ description: string; at: number } | null>(null);
  useEffect(
    () =>
      router && registerScreen({ router, say: (description) => setFailure({ description, at: Date.now() }) }),
    [router],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message belongs to its screen
  useLayoutEffect(() => setFailure(null), [pathname]);
  if (failure === null) return null;
  const { description, at } = failure;
  return { type: "error", message: "The page could not be reached", description, key: String(at) };
}
