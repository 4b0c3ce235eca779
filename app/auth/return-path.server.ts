import { createSiteCookie } from "#app/http/site-cookies.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Short enough for a cookie (4,096 bytes) and longer than any screen's path. */
const MAX_PATH_LENGTH = 2_000;

const cookie = createSiteCookie("return-to", { maxAge: 15 * 60 });

/** Returns the requested path if it is on this site, otherwise the dashboard's path. */
function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted))
    return "/admin";
  const url = new URL(wanted, env.SITE_ORIGIN);
  // Normalisation can turn a path into another host: /.//evil becomes //evil.
  const isOwn = url.origin === env.SITE_ORIGIN && !url.pathname.startsWith("//");
  const path = url.pathname + url.search;
  return isOwn && path.length <= MAX_PATH_LENGTH ? path : "/admin";
}

/** Returns a Set-Cookie header that stores `?to=`. Without `?to=`, the cookie stays unchanged. */
export async function rememberReturnPath(request: Request): Promise<string[]> {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? [] : [await cookie.serialize(await withDraft(request, safeReturnPath(wanted)))];
}

/** Prefers the remembered path if it is `wanted` with a draft, which the Back button would lose. */
async function withDraft(request: Request, wanted: string): Promise<string> {
  const remembered = await recallReturnPath(request);
  const [kept, asked] = [remembered, wanted].map((path) => new URL(path, env.SITE_ORIGIN));
  if (!kept?.searchParams.has("draft") || kept.pathname !== asked?.pathname) return wanted;
  kept.searchParams.delete("draft");
  return kept.searchParams.toString() === asked.searchParams.toString() ? remembered : wanted;
}

export const readReturnPath = async (request: Request): Promise<string> => {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? recallReturnPath(request) : withDraft(request, safeReturnPath(wanted));
};

export const forgetReturnPath = (): Promise<string> => cookie.serialize("", { maxAge: 0 });

/** Validates the path, because visitors can alter the cookie. */
export const recallReturnPath = async (request: Request): Promise<string> =>
  safeReturnPath(await cookie.parse(request.headers.get("Cookie")));
