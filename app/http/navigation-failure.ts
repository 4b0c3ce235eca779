import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  matchRoutes,
} from "react-router";

/** `say` shows a message about the connection. */
type Screen = { router: DataRouter; say: (description: string) => void };

/** Null while no input can be lost: before hydration, and on an error page. */
let screen: Screen | null = null;

/** Returns a function that unregisters the screen. */
export function registerScreen(shown: Screen): () => void {
  screen = shown;
  return () => {
    screen = null;
  };
}

/** Shows a message about a form that was sent without a navigation. */
export const reportFailure = (description: string): void => screen?.say(description);

/** Keeps the current screen and shows a message if the site does not respond to a navigation. */
export const keepScreenOnFailure: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method !== "GET" || screen === null) return next();
  const { router, say } = screen;
  let results: Record<string, DataStrategyResult> = {};
  try {
    results = await withTimeout(next());
    if (isRefreshing(router)) return withoutErrors(results);
    if (!Object.values(results).some(({ result }) => isNetworkFailure(result))) return results;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    if (isRefreshing(router)) return {};
  }
  if (request.signal.aborted) return {};
  // A background refresh fails silently, because the user's next action would show the error.
  if (isBackgroundRefresh(request)) return withoutLoaderData(screen.router, request);

  const { location, navigation, fetchers } = router.state;
  const isAfterForm = [navigation, ...fetchers.values()].some(({ formMethod }) => formMethod === "POST");
  if (isAfterForm) {
    if (new URL(request.url).pathname !== location.pathname) {
      // The browser shows its own error page, where the user can reload the URL.
      window.location.assign(request.url);
      return new Promise<never>(() => {});
    }
    say(ARRIVED);
    return Object.fromEntries(Object.entries(results).filter(([, { result }]) => !isNetworkFailure(result)));
  }
  // Back and Forward change the browser's URL immediately. Links change it only after loading.
  const isMoved = createPath(location) !== createPath(window.location);
  await router.navigate(location, {
    replace: !isMoved,
    state: location.state,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  });
  say(UNREACHED);
  return {};
};

/** True while the page loads its own data again. It stays as it is, like after a background refresh. */
const isRefreshing = ({ state }: DataRouter): boolean =>
  state.revalidation === "loading" && state.navigation.state === "idle";

const withoutErrors = (results: Record<string, DataStrategyResult>) =>
  Object.fromEntries(Object.entries(results).filter(([, { type }]) => type === "data"));

function withoutLoaderData({ routes }: DataRouter, { url }: Request): Record<string, DataStrategyResult> {
  const asked = matchRoutes([...routes], new URL(url))?.at(-1);
  return asked ? { [asked.route.id]: { type: "data", result: null } } : {};
}

const UNREACHED =
  "You seem to be offline, or the connection was lost. Check your connection, then try again.";
const ARRIVED = "We received your input, but the connection was lost. Reload the page to see the result.";

// Marks requests from screens that refresh automatically.
const PARAMETER = "look";

export function backgroundRefreshUrl(href: string): string {
  const url = new URL(href, "http://site");
  url.searchParams.set(PARAMETER, "");
  return url.pathname + url.search;
}

const isBackgroundRefresh = ({ url }: Request): boolean => new URL(url).searchParams.has(PARAMETER);

/** `handle` of a changing page. Without JavaScript, it reloads after `refreshAfter` seconds. */
export type RefreshingPage<Data> = { refreshAfter: (data: Data) => number | null };

export const isRefreshingPage = (handle: unknown): handle is RefreshingPage<unknown> =>
  typeof handle === "object" && handle !== null && "refreshAfter" in handle;

/** Without a limit, a request on a lost connection can wait forever. */
const TIMEOUT_MS = 60_000;

/**
 * True if there is no connection, or a proxy or captive portal responded instead of the site. React
 * Router reports these as a `fetch` error, an HTML page or an undecodable body.
 */
export function isNetworkFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === "string";
  // Errors from this site's server arrive as plain Errors without a cause.
  return error instanceof Error && (error.constructor !== Error || "cause" in error);
}

/** Rejects with a network failure after TIMEOUT_MS. */
export function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: number;
  const timedOut = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new DOMException("No response", "TimeoutError")), TIMEOUT_MS);
  });
  return Promise.race([answer, timedOut]).finally(() => window.clearTimeout(timer));
}
