// Answers OPTIONS, and methods that a path does not have, before any route runs (RFC 9110).
import { markPublicResponse, OPEN_TO_ALL } from "#app/http/cache-policy.server.ts";
import { isJsonPath, type MissingEndpoint, NO_ENDPOINT } from "#app/http/json.server.ts";
import { CALLS_BY_ROUTE } from "#app/openapi/calls.server.ts";
import { FILE, IMAGE } from "#app/server/middleware/static-files.server.ts";
import type { Middleware } from "#app/server/middleware.server.ts";
import { refuse } from "#app/server/refuse.server.ts";
import { ANY_PATH, createRouteMatcher, type RouteTable } from "#app/server/route-table.server.ts";
import type { Site } from "#app/server/site.server.ts";

const READS = ["GET", "HEAD"];
const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

/** For a browser that asks before it reads. Scripts may send any header but `Authorization`. */
const PREFLIGHT = {
  ...OPEN_TO_ALL,
  "Access-Control-Allow-Methods": READS.join(", "),
  "Access-Control-Allow-Headers": "*",
};

/** A path's methods are those of its API calls, or follow from what its route exports. */
export function checkMethod({ routes }: Site): Middleware {
  const routeAt = createRouteMatcher(routes);
  return (request, response, next) => {
    const { method = "", url = "" } = request;
    // Anything but the API can be read.
    if (READS.includes(method) && !isJsonPath(url)) return next();
    const { pathname } = new URL(url, "http://site");
    // React Router asks for the data of a page at this address.
    const [, path = pathname, isData] = /^(.*?)(\.data)$/.exec(pathname) ?? [];
    const { id = "", path: pattern = ANY_PATH } = routeAt(path) ?? {};
    const { module } = routes[id] ?? {};
    if (isData && isJsonPath(url) && !module?.default)
      return refuse(response, { status: 404, message: NO_ENDPOINT });
    if (declares<MissingEndpoint>(module?.handle, "isMissing")) {
      if (!READS.concat(WRITES).includes(method)) request.method = "GET";
      return next();
    }
    const isShared = SHARED_FILE.test(path);
    const isFile = isShared || (pattern === ANY_PATH && FILE.test(path));
    const methods = isFile ? READS : methodsOf(pattern, module);
    if (methods.includes(method)) return next();
    const Allow = methods.concat("OPTIONS").join(", ");
    if (method === "OPTIONS") {
      const isOpen = isOpenToAll(module) || isShared || IMAGE.test(path);
      response.writeHead(204, { Allow, ...(isOpen && PREFLIGHT) }).end();
      return;
    }
    if (method !== "POST" || isFile || isJsonPath(url))
      return refuse(response, {
        status: 405,
        message: `This address supports only ${Allow}.`,
        headers: { Allow },
      });
    // Those who sent a form to a page see a page with advice.
    response.setHeader("Allow", Allow);
    return next();
  };
}

function methodsOf(pattern: string, module: RouteModule): string[] {
  const calls = CALLS_BY_ROUTE.get(pattern)?.map(({ method }) => method.toUpperCase());
  const isRead = !calls || calls.includes("GET") || !pattern.startsWith("/api/");
  const others = (calls ?? (module?.action ? ["POST"] : [])).filter((method) => !READS.includes(method));
  return (isRead ? READS : []).concat(others);
}

type RouteModule = NonNullable<RouteTable[string]>["module"];

/** Files that respondWithSharedFile sends. */
const SHARED_FILE = /^\/(calendar|og|sitemap|robots|manifest|logos)\b/;

const isOpenToAll = (module: RouteModule): boolean =>
  Array.isArray(module?.middleware) && module.middleware.includes(markPublicResponse);

const declares = <Handle>(handle: unknown, property: keyof Handle): boolean =>
  typeof handle === "object" && handle !== null && property in handle;
