import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
  matchRoutes,
} from "react-router";
import { isNetworkFailure, withTimeout } from "#app/http/network-failure.ts";

/** `say` shows a sentence about the connection. */
type Screen = { router: DataRouter; say: (description: string) => void };

/** Null while there is nothing to lose: before hydration, and on an error page. */
let screen: Screen | null = null;

/** Returns a function that ends the watch. */
export function watchScreen(shown: Screen): () => void {
  screen = shown;
  return () => {
    screen = null;
  };
}

/** If the site does not respond to a navigation, keeps the current screen and shows a message. */
export const keepScreenOnFailure: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method !== "GET" || screen === null) return next();
  const { router, say } = screen;
  let results: Record<string, DataStrategyResult> = {};
  try {
    results = await withTimeout(next());
    if (!Object.values(results).some(({ result }) => isNetworkFailure(result))) return results;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
  }
  if (request.signal.aborted) return {};
  // The user's next action will fail too, and show the error.
  if (isBackgroundRefresh(request)) return withoutLoaderData(screen.router, request);

  const { location, navigation } = router.state;
  if (navigation.formMethod === "POST") {
    if (new URL(request.url).pathname !== location.pathname) {
      // The page is not loaded, so the browser shows its own error at the address to reload.
      window.location.assign(request.url);
      return new Promise<never>(() => {});
    }
    say(ARRIVED);
    return Object.fromEntries(Object.entries(results).filter(([, { result }]) => !isNetworkFailure(result)));
  }
  // Back and Forward have already changed the browser's address; links change it at the end.
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

function withoutLoaderData({ routes }: DataRouter, { url }: Request): Record<string, DataStrategyResult> {
  const asked = matchRoutes([...routes], new URL(url))?.at(-1);
  return asked ? { [asked.route.id]: { type: "data", result: null } } : {};
}

const UNREACHED =
  "You seem to be offline, or the connection was lost. Check your connection, then try again.";
const ARRIVED =
  "Your input arrived, but the connection was lost before the response. Reload the page to see the result.";

// A screen that follows a process reloads its data repeatedly, without user action.
const PARAMETER = "look";

export function backgroundRefreshAddress(address: string): string {
  const url = new URL(address, "http://site");
  url.searchParams.set(PARAMETER, "");
  return url.pathname + url.search;
}

/** A background refresh that fails is silent and does not navigate. */
const isBackgroundRefresh = ({ url }: Request): boolean => new URL(url).searchParams.has(PARAMETER);
