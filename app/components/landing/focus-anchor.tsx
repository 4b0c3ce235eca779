import { useEffect } from "react";
import { useLocation } from "react-router";

/** Does for client-side navigations what browsers do for anchors: Tab goes on from the section. */
export function FocusAnchor() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing the same anchor again counts too
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}
