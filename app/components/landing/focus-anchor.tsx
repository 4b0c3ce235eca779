import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Does for client-side navigations what browsers do for anchors: Tab goes on from the section. */
export function FocusAnchor() {
  const { hash, key } = useLocation();
  const isGoingBack = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same anchor again counts too
  useEffect(() => {
    // Going back, for instance from a dialog, returns the focus to where it was.
    if (hash === "" || isGoingBack) return;
    const place = document.getElementById(hash.slice(1));
    // A session is no place to be in itself: Tab and Enter go on from its link.
    const target =
      place?.tabIndex === -1 && !place.hasAttribute("tabindex") ? place.querySelector("a") : place;
    target?.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}
