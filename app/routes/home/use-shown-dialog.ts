import { useEffect, useRef } from "react";
import { href, useLocation, useNavigate, useNavigation } from "react-router";
import type { DialogOrigin } from "#app/components/links.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

/** The dialog in the address, or already the one on the way. */
export function useShownDialog(): {
  shown: ShownDialog | null;
  isOnTheWay: boolean;
  /** The link that opened it from the page, or null where its address did. */
  origin: DialogOrigin | null;
} {
  const location = useLocation();
  const navigation = useNavigation();
  const isOnTheWay = navigation.state === "loading" && navigation.location.pathname === location.pathname;
  const { search, state } = isOnTheWay ? navigation.location : location;
  return {
    shown: shownDialog(new URLSearchParams(search)),
    isOnTheWay,
    origin: state as DialogOrigin | null,
  };
}

const KINDS = ["session", "speaker"] as const;

/** The id is as the address has it: any text at all. */
export type ShownDialog = { kind: (typeof KINDS)[number]; id: string };

/** One dialog at a time, a session's before a speaker's. */
export function shownDialog(parameters: URLSearchParams): ShownDialog | null {
  for (const kind of KINDS) {
    const id = parameters.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

export const isSameDialog = (one: ShownDialog, other: ShownDialog): boolean =>
  one.kind === other.kind && one.id === other.id;

/** Closes a dialog: back to where it was opened, or to its place on the page. */
export function useCloseDialog() {
  const navigate = useNavigate();
  const { key, search } = useLocation();
  const { shown, isOnTheWay, origin } = useShownDialog();
  const isHydrated = useHydrated();
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a dialog of its own
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
      // An address on the way is no step back: staying on the page cancels it.
      if (isOnTheWay || origin === null) navigate("/", { replace: true, preventScrollReset: true });
      // A second Escape before the page has moved must not go back twice.
      else if (!isClosing.current) navigate(-1);
      isClosing.current = true;
    },
  });
}
