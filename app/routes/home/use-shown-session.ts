import { useLocation, useNavigation } from "react-router";
import type { DialogOrigin } from "#app/components/session-link.tsx";

/** Which session's dialog is to be seen: the one in the address, or already the one on the way. */
export function useShownSession(): {
  /** The id as the address has it, any text at all; null for no dialog. */
  id: string | null;
  /** Whether its address is still on the way. */
  isOnTheWay: boolean;
  /** What opened it from the page, or null where it was opened by its address. */
  openerId: string | null;
} {
  const location = useLocation();
  const navigation = useNavigation();
  const isOnTheWay = navigation.state === "loading" && navigation.location.pathname === location.pathname;
  const { search, state } = isOnTheWay ? navigation.location : location;
  return {
    id: new URLSearchParams(search).get("session") || null,
    isOnTheWay,
    openerId: (state as DialogOrigin | null)?.openerId ?? null,
  };
}
