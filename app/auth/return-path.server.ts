import { siteCookie } from "#app/http/site-cookies.server.ts";
import { env } from "#app/platform/env.server.ts";

/** A cookie may have 4,096 bytes, and proxies take no more in a header. No screen's address has half of this. */
const LONGEST = 2_000;

const cookie = siteCookie("return-to", { maxAge: 15 * 60 });

/** Where to go after signing in: a path of this site, or the dashboard where it is anything else. */
function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted))
    return "/admin";
  const url = new URL(wanted, env.SITE_ORIGIN);
  // What was normalised is checked too: /.//evil becomes //evil.
  const isOwn = url.origin === env.SITE_ORIGIN && !url.pathname.startsWith("//");
  const path = url.pathname + url.search;
  return isOwn && path.length <= LONGEST ? path : "/admin";
}

/**
 * Remembers the wanted page while the visitor is away at the identity provider: Set-Cookie headers, none
 * where the address names no page, so that trying again still leads to the one from before.
 */
export async function rememberReturnPath(request: Request): Promise<string[]> {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? [] : [await cookie.serialize(await withDraft(request, safeReturnPath(wanted)))];
}

/**
 * The wanted page, with the draft that the remembered one has where it is the same page: whoever takes a step back on
 * the way to the login is led there again by the page itself, which knows nothing of what was typed into it.
 */
async function withDraft(request: Request, wanted: string): Promise<string> {
  const remembered = await recallReturnPath(request);
  const [kept, asked] = [remembered, wanted].map((path) => new URL(path, env.SITE_ORIGIN));
  if (!kept?.searchParams.has("draft") || kept.pathname !== asked?.pathname) return wanted;
  kept.searchParams.delete("draft");
  return kept.searchParams.toString() === asked.searchParams.toString() ? remembered : wanted;
}

/** The page that the login's address names in `to`, else the remembered one. */
export const wantedPath = async (request: Request): Promise<string> => {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? recallReturnPath(request) : withDraft(request, safeReturnPath(wanted));
};

/** Set-Cookie that forgets it. */
export const forgetReturnPath = (): Promise<string> => cookie.serialize("", { maxAge: 0 });

/** The remembered page; the cookie is the visitor's own, so it is checked like any input. */
export const recallReturnPath = async (request: Request): Promise<string> =>
  safeReturnPath(await cookie.parse(request.headers.get("Cookie")));
