import { useLocation, useNavigation } from "react-router";

/**
 * Which session's dialog is to be seen: the one in the address, or already the one on the way. Null
 * for none; any text that somebody put there otherwise.
 */
export function useShownSessionId(): string | null {
  const location = useLocation();
  const navigation = useNavigation();
  const isOnTheWay = navigation.state === "loading" && navigation.location.pathname === location.pathname;
  const { search } = isOnTheWay ? navigation.location : location;
  return new URLSearchParams(search).get("session") || null;
}
