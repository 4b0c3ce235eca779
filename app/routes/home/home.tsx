import { useEffect, useMemo } from "react";
import { Outlet, type ShouldRevalidateFunction, useLocation, useNavigationType } from "react-router";
import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { useRefresh } from "#app/components/page/loaded-document.ts";
import { getPageTime } from "#app/conference/day.server.ts";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import type { LandingData } from "#app/models/landing/landing.ts";
import { landingContext } from "#app/routes/home/dialog-data.server.ts";
import { useShownDialog } from "#app/routes/home/use-shown-dialog.ts";
import type { Route } from "./+types/home";

/** Returns JSON, which compresses better than React Router's format (docs/decisions/cache.md). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const landing = await getLandingData(getPageTime(request));
  context.set(landingContext, landing);
  return { landing: JSON.stringify(landing) };
}

/** Data is never stale (§ 9), so opening or closing a dialog does not reload it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, ...args }) =>
  args.defaultShouldRevalidate &&
  (currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname);

/** On the day the page has a clock. */
const REFRESH_SECONDS = 60;

export default function Home({ loaderData: { landing } }: Route.ComponentProps) {
  const conferenceData: LandingData = useMemo(() => JSON.parse(landing), [landing]);
  useRefresh(conferenceData.phase?.kind === "day" ? REFRESH_SECONDS : null, landing);
  return (
    <>
      <FocusAnchor />
      <LandingPage conferenceData={conferenceData} inert={useShownDialog().shown !== null} />
      <Outlet context={conferenceData} />
    </>
  );
}

/** Focuses the anchor after a client-side navigation, so Tab continues from there. */
function FocusAnchor() {
  const { hash, key } = useLocation();
  const isGoingBack = useNavigationType() === "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor may be chosen again
  useEffect(() => {
    // Back restores the previous focus, for example after a dialog.
    if (hash === "" || isGoingBack) return;
    const place = document.getElementById(hash.slice(1));
    // A session's element is not focusable, but the link in the element is.
    const target =
      place?.tabIndex === -1 && !place.hasAttribute("tabindex") ? place.querySelector("a") : place;
    target?.focus({ preventScroll: true });
  }, [hash, key]);
  return null;
}
