import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  type ShouldRevalidateFunction,
  useRouteError,
} from "react-router";
import { currentUser, userContext } from "#app/auth/auth.server.ts";
import { ConnectionLost } from "#app/components/page/connection-lost.tsx";
import { DeferredScripts } from "#app/components/page/deferred-scripts.tsx";
import { ErrorPage, statusOfFault } from "#app/components/page/error-page.tsx";
import { NavigationProgress } from "#app/components/page/navigation-progress.tsx";
import { NotFoundPage } from "#app/components/page/not-found-page.tsx";
import { PendingScreen } from "#app/components/page/pending-screen.tsx";
import { ShareTags } from "#app/components/page/share-tags.tsx";
import { Stylesheet } from "#app/components/page/stylesheet.tsx";
import { LoginRefresh, readUnauthorized, UnauthorizedPage } from "#app/components/page/unauthorized-page.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import type { Visitor } from "#app/hooks/use-is-signed-in.ts";
import { setCachePolicy } from "#app/http/cache-policy.server.ts";
import { errorPage } from "#app/http/form.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { keepScreen } from "#app/http/keep-screen.ts";
import { addressWithoutSlash } from "#app/http/one-address.server.ts";
import { CROSS_SITE_MESSAGE, isSameOrigin } from "#app/http/same-origin.server.ts";
import { addSecurityHeaders } from "#app/http/security-headers.server.ts";
import { takeToast } from "#app/http/toast.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import type { Route } from "./+types/root";

// Error pages bring a title of their own.
export const meta: Route.MetaFunction = ({ error }) =>
  error ? [] : [{ title: conference.title }, { name: "description", content: conference.description }];

// Apple's browsers take /apple-touch-icon.png without being told.
export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

// In this order: what the first one adds is on every answer of the ones after it, refusals included.
export const middleware: Route.MiddlewareFunction[] = [
  async function answerHeaders(_, next) {
    const response = await next();
    // React Router refuses a post to what is only read; HTTP wants to hear what is not refused.
    if (response.status === 405 && !response.headers.has("Allow")) response.headers.set("Allow", "GET, HEAD");
    addSecurityHeaders(response.headers);
    setCachePolicy(response.headers);
    return response;
  },
  async function refuseCrossSite({ request }) {
    if (isSameOrigin(request)) return;
    securityEvent("cross-site-refused", {});
    if (new URL(request.url).pathname.startsWith("/api/")) throw jsonError(403, CROSS_SITE_MESSAGE);
    throw errorPage(403, CROSS_SITE_MESSAGE);
  },
  async function sendOnToOneAddress({ request }, next) {
    const response = await next();
    // Somebody who has to log in first comes back to the same one address.
    const leadsOn = response.ok || response.status === 401;
    const address = leadsOn ? addressWithoutSlash(request) : null;
    return address === null ? response : redirect(address, 308);
  },
  async function findUser({ request, context }) {
    context.set(userContext, await currentUser(request));
  },
];

export const clientMiddleware = [keepScreen];

/** Of a refusal: what it allows, and when to come back. */
export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { toast, headers } = await takeToast(request);
  const visitor: Visitor = { isSignedIn: context.get(userContext) !== null };
  return data({ ...visitor, toast }, { headers });
}

/** A dialog of the same page needs neither who is signed in nor a toast anew; a submission does. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname) && defaultShouldRevalidate;

export function Layout({ children }: { children: React.ReactNode }) {
  const unauthorized = readUnauthorized(useRouteError());
  return (
    <html lang="en-AU">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf7f2" />
        <Meta />
        <Links />
        {unauthorized && <LoginRefresh draft={unauthorized.draft} />}
        <ShareTags />
        <Stylesheet />
      </head>
      <body>
        {children}
        <DeferredScripts />
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <NavigationProgress />
      <PendingScreen>
        <Outlet />
      </PendingScreen>
      <ConnectionLost />
      {loaderData.toast && <Toast key={loaderData.toast.id} {...loaderData.toast} />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const unauthorized = readUnauthorized(error);
  if (unauthorized) return <UnauthorizedPage {...unauthorized} />;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={statusOfFault(error)} />;
  if (error.status === 404) return <NotFoundPage />;
  return <ErrorPage status={error.status} message={error.data?.message} />;
}
