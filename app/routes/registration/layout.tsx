import { Outlet } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import type { Route } from "./+types/layout";

// /registration/{token}: a registration as whoever has its private link may see it, and cancel it.

// The pages bring their titles along.
export const meta = () => [];

export const middleware: Route.MiddlewareFunction[] = [
  async function keepPrivate(_, next) {
    const response = await next();
    for (const [name, value] of Object.entries(PRIVATE_LINK_HEADERS)) response.headers.set(name, value);
    return response;
  },
];

export default function RegistrationLayout() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

/** Keep what a private link gives out of caches, search engines and the Referer of other requests. */
export const PRIVATE_LINK_HEADERS = {
  "Cache-Control": "no-store",
  // Not no-referrer: browsers would send `Origin: null` with the form that cancels.
  "Referrer-Policy": "strict-origin",
  "X-Robots-Tag": "noindex",
};
