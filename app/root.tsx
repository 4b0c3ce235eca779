import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteError,
} from "react-router";
import { getLoggedInUser } from "#app/auth/auth.server.ts";
import { DeferredScripts } from "#app/components/page/deferred-scripts.tsx";
import {
  ErrorPage,
  getErrorStatus,
  LoginRedirect,
  NotFoundPage,
  pageForLoginError,
  readUnauthorizedError,
} from "#app/components/page/error-pages.tsx";
import { MetaTags, NextPageStyles, Stylesheet } from "#app/components/page/head.tsx";
import { reloadOnEarlyNavigation } from "#app/components/page/loaded-document.ts";
import {
  NavigationProgress,
  useFocusAfterNavigation,
  useNetworkErrorToast,
} from "#app/components/page/navigation.tsx";
import type { Visitor } from "#app/components/page/page-frame.tsx";
import { useTypedEarly } from "#app/components/page/typed-early.ts";
import { PendingLandingPage } from "#app/components/pending-replacement.tsx";
import { PageToastsContext, Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { isRefreshingPage, keepScreenOnFailure } from "#app/http/navigation-failure.ts";
import { sharedRenderContext } from "#app/http/shared-render.server.ts";
import { takeToast } from "#app/http/toast.server.ts";
import { routeMiddleware } from "#app/server/pipeline.server.ts";
import forms from "#app/styles/forms.css?url";
import landing from "#app/styles/landing.css?url";
import type { Route } from "./+types/root";

if (!import.meta.env.SSR) reloadOnEarlyNavigation();

const STYLES = { landing, forms };

// Apple's browsers request /apple-touch-icon.png without a link.
export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const middleware: Route.MiddlewareFunction[] = routeMiddleware;

export const clientMiddleware = [keepScreenOnFailure];

export const headers: Route.HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { toast, headers } = await takeToast(request);
  const isLoggedIn = context.get(sharedRenderContext)?.isLoggedIn ?? getLoggedInUser(context) !== null;
  const visitor: Visitor = { isLoggedIn };
  return data({ ...visitor, toast }, { headers });
}

/** Skips the loader when a dialog opens on the same page, because a dialog needs no new toast. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  (args.formMethod !== undefined || args.currentUrl.pathname !== args.nextUrl.pathname) &&
  args.defaultShouldRevalidate;

export function Layout({ children }: { children: React.ReactNode }) {
  const unauthorized = readUnauthorizedError(useRouteError());
  useTypedEarly();
  return (
    <html lang={conference.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Without this, phones turn dates and addresses into links before hydration. */}
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        <meta name="theme-color" content="#faf7f2" />
        <meta name="theme-color" content="#15171c" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        {unauthorized && <LoginRedirect draft={unauthorized.draft} />}
        <NoScriptRefresh />
        <MetaTags />
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
  useFocusAfterNavigation();
  const connectionLost = useNetworkErrorToast();
  const { toast } = loaderData;
  const toasts = [connectionLost, toast && { ...toast, key: toast.id }].filter((one) => one !== null);
  const isPanel = useMatches().some(({ id }) => id === "routes/admin/layout");
  return (
    <PageToastsContext value={toasts}>
      <NextPageStyles urls={STYLES} />
      <NavigationProgress />
      <PendingLandingPage>
        <Outlet />
      </PendingLandingPage>
      {!isPanel && toasts.map((one) => <Toast {...one} key={one.key} />)}
    </PageToastsContext>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loginPage = pageForLoginError(error);
  if (loginPage) return loginPage;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={getErrorStatus(error)} />;
  if (error.status === 404) return <NotFoundPage />;
  return <ErrorPage status={error.status} message={error.data?.message} />;
}

/** Reloads some pages without JavaScript. HTML allows this element only in the head. */
export function NoScriptRefresh() {
  const [seconds] = useMatches().flatMap(({ handle, loaderData }) =>
    isRefreshingPage(handle) && loaderData ? (handle.refreshAfter(loaderData) ?? []) : [],
  );
  if (seconds === undefined) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
