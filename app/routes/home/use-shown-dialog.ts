import { useLocation, useNavigation } from "react-router";
import type { DialogOrigin } from "#app/components/dialog-link.tsx";
import { type ShownDialog, shownDialog } from "#app/routes/home/shown-dialog.ts";

/** Which dialog is to be seen: the one in the address, or already the one on the way. */
export function useShownDialog(): {
  shown: ShownDialog | null;
  /** Whether its address is still on the way. */
  isOnTheWay: boolean;
  /** What opened it from the page, or null where it was opened by its address. */
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
