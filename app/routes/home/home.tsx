import { Outlet, type ShouldRevalidateFunction } from "react-router";
import { FocusAnchor } from "#app/components/landing/focus-anchor.tsx";
import { LandingPage } from "#app/components/landing/landing-page.tsx";
import { getLandingData } from "#app/models/landing/landing.server.ts";
import { landingContext } from "#app/routes/home/landing-context.server.ts";
import { useShownDialog } from "#app/routes/home/use-shown-dialog.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const landing = await getLandingData();
  context.set(landingContext, landing);
  return landing;
}

/** Opening and closing a dialog asks for nothing that is already on the page (specification, 9: never stale). */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <FocusAnchor />
      <LandingPage conferenceData={loaderData} inert={useShownDialog().shown !== null} />
      <Outlet context={loaderData} />
    </>
  );
}
