import { Outlet } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import type { Route } from "./+types/layout";

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

/** Keeps private pages out of caches and search engines, and their paths out of Referer headers. */
export const PRIVATE_LINK_HEADERS = {
  "Cache-Control": "no-store",
  // With no-referrer, browsers would send `Origin: null` with the cancellation form.
  "Referrer-Policy": "strict-origin",
  "X-Robots-Tag": "noindex",
};
