import { useEffect, useRef } from "react";
import { href, useLocation, useNavigate } from "react-router";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { useShownDialog } from "#app/routes/home/use-shown-dialog.ts";

/** How to close a dialog: back to where it was opened, or to the place on the page of what it is about. */
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
      // While its address is on the way there is nothing to go back from: staying cancels it.
      if (isOnTheWay || origin === null) navigate("/", { replace: true, preventScrollReset: true });
      // A second Escape before the page has moved must not go back twice.
      else if (!isClosing.current) navigate(-1);
      isClosing.current = true;
    },
  });
}
