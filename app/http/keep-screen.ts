import {
  createPath,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
  matchRoutes,
} from "react-router";
import { isWithoutResponse, withTimeout } from "#app/http/without-response.ts";

type Screen = {
  router: DataRouter;
  /** Says on the screen that something could not be reached, and what that means. */
  say: (description: string) => void;
};

/** What is shown; null while there is nothing to lose: before it runs, and on an error page. */
let screen: Screen | null = null;

/** Tells the middleware below what is shown, and answers what takes that back. */
export function watchScreen(shown: Screen): () => void {
  screen = shown;
  return () => {
    screen = null;
  };
}

/**
 * With script, a way to another address that no answer of this site comes from ends where it began: the
 * screen stays, with all that is typed on it, and says so. After a form was answered, that answer stands.
 */
export const keepScreen: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method !== "GET" || screen === null) return next();
  const { router, say } = screen;
  let results: Record<string, DataStrategyResult> = {};
  try {
    results = await withTimeout(next());
    if (!Object.values(results).some(({ result }) => isWithoutResponse(result))) return results;
  } catch (error) {
    if (!isWithoutResponse(error)) throw error;
  }
  if (request.signal.aborted) return {};
  // What somebody does next finds out why, and says it.
  if (isLook(request)) return withoutData(screen.router, request);

  const { location, navigation } = router.state;
  if (navigation.formMethod === "POST") {
    if (new URL(request.url).pathname !== location.pathname) {
      // Nothing of that page is here: the browser itself says what is wrong, at the address to reload.
      window.location.assign(request.url);
      return new Promise<never>(() => {});
    }
    say(ARRIVED);
    return Object.fromEntries(Object.entries(results).filter(([, { result }]) => !isWithoutResponse(result)));
  }
  // Back and Forward have moved the browser's address already; other ways leave it alone until they end.
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

/** In place of what was looked for. */
function withoutData({ routes }: DataRouter, { url }: Request): Record<string, DataStrategyResult> {
  const asked = matchRoutes([...routes], new URL(url))?.at(-1);
  return asked ? { [asked.route.id]: { type: "data", result: null } } : {};
}

const UNREACHED = "You seem to be offline, or the connection was lost. Check it, then try again.";
const ARRIVED =
  "What you sent arrived, but the connection was lost before the answer came back. Reload the page to see the result.";

// A screen that follows what goes on asks for its own data again and again, and nobody has asked it to.
const PARAMETER = "look";

/** The address to look at again. */
export function lookAt(address: string): string {
  const url = new URL(address, "http://site");
  url.searchParams.set(PARAMETER, "");
  return url.pathname + url.search;
}

/** Whether a request is such a look: where it is not answered, it says nothing and leads nowhere. */
const isLook = ({ url }: Request): boolean => new URL(url).searchParams.has(PARAMETER);
