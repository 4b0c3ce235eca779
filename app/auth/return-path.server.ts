import { siteCookie } from "#app/http/site-cookies.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Cookies end at 4,096 bytes, as headers do at proxies. Every screen's address has less than half of this. */
const LONGEST = 2_000;

const cookie = siteCookie("return-to", { maxAge: 15 * 60 });

/** A path of this site, or the dashboard where the wanted one is anything else. */
function safeReturnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted))
    return "/admin";
  const url = new URL(wanted, env.SITE_ORIGIN);
  // The normalised path is checked, too: /.//evil becomes //evil.
  const isOwn = url.origin === env.SITE_ORIGIN && !url.pathname.startsWith("//");
  const path = url.pathname + url.search;
  return isOwn && path.length <= LONGEST ? path : "/admin";
}

/** Set-Cookie headers that remember the wanted page; none without one: a second try keeps the first page. */
export async function rememberReturnPath(request: Request): Promise<string[]> {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? [] : [await cookie.serialize(await withDraft(request, safeReturnPath(wanted)))];
}

/** Keeps the remembered draft of the same page: a step back comes here again with an address that lacks it. */
async function withDraft(request: Request, wanted: string): Promise<string> {
  const remembered = await recallReturnPath(request);
  const [kept, asked] = [remembered, wanted].map((path) => new URL(path, env.SITE_ORIGIN));
  if (!kept?.searchParams.has("draft") || kept.pathname !== asked?.pathname) return wanted;
  kept.searchParams.delete("draft");
  return kept.searchParams.toString() === asked.searchParams.toString() ? remembered : wanted;
}

export const wantedPath = async (request: Request): Promise<string> => {
  const wanted = new URL(request.url).searchParams.get("to");
  return wanted === null ? recallReturnPath(request) : withDraft(request, safeReturnPath(wanted));
};

export const forgetReturnPath = (): Promise<string> => cookie.serialize("", { maxAge: 0 });

/** The cookie is the visitor's own, so its page is checked like any input. */
export const recallReturnPath = async (request: Request): Promise<string> =>
  safeReturnPath(await cookie.parse(request.headers.get("Cookie")));
