import { useEffect, useRef } from "react";
import { href, useLocation, useNavigate, useNavigation } from "react-router";
import type { DialogOrigin } from "#app/components/links.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";

/** Returns the dialog in the URL, or the one being loaded. */
export function useShownDialog() {
  const location = useLocation();
  const navigation = useNavigation();
  const isLoading = navigation.state === "loading" && navigation.location.pathname === location.pathname;
  const { search, state } = isLoading ? navigation.location : location;
  return {
    shown: readShownDialog(new URLSearchParams(search)),
    isLoading,
    /** Link that opened the dialog, or null if the page was loaded with the dialog. */
    origin: state as DialogOrigin | null,
  };
}

const KINDS = ["session", "speaker"] as const;

/** `id` is unvalidated text from the URL. */
export type ShownDialog = { kind: (typeof KINDS)[number]; id: string };

/** Returns at most one dialog. A session takes precedence over a speaker. */
export function readShownDialog(parameters: URLSearchParams): ShownDialog | null {
  for (const kind of KINDS) {
    const id = parameters.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

export const isSameDialog = (one: ShownDialog, other: ShownDialog): boolean =>
  one.kind === other.kind && one.id === other.id;

/** Returns a function that creates the props for closing a dialog. `place` is an element id. */
export function useCloseDialog() {
  const navigate = useNavigate();
  const { key, search } = useLocation();
  const { shown, isLoading, origin } = useShownDialog();
  const isHydrated = useHydrated();
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each URL is a different dialog
  useEffect(() => {
    isClosing.current = false;
  }, [key]);
  return (place: string, closingText: string) => ({
    closeHref: `/#${place}`,
    closingText: isHydrated && origin?.isInDialog ? "Back" : closingText,
    returnFocusTo: {
      within: origin?.place ?? place,
      href: shown === null ? search : `${href("/")}?${shown.kind}=${shown.id}`,
    },
    onClose: () => {
      // While a dialog loads, it has no history entry. This navigation cancels the loading.
      if (isLoading || origin === null) navigate("/", { replace: true, preventScrollReset: true });
      // A second Escape during the navigation must not go back twice.
      else if (!isClosing.current) navigate(-1);
      isClosing.current = true;
    },
  });
}
