// All cookies of this site are here.
import { sign, unsign } from "cookie-signature";
import { type Cookie, type CookieOptions, createCookie } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";

/** `pages`: a visitor with the cookie gets their `own` page, that of all `signed-in`, or the `same`. */
const COOKIES = {
  /** A redirect's message for the next page. */
  toast: { pages: "own", signedFor: "toast" },
  /** It has the sid alone. */
  login: { pages: "signed-in", signedFor: "login" },
  /** It vouches for a login in the last week, and lets no one in. */
  "had-login": { pages: "same", signedFor: "visit" },
  /** The page wanted before signing in. */
  "return-to": { pages: "same", signedFor: null },
  /** Each try has a name of its own: this, a colon, a random id. */
  "oauth-state": { pages: "same", signedFor: null },
} as const;

export type SiteCookie = keyof typeof COOKIES;

const isHttps = env.SITE_ORIGIN.startsWith("https:");

/** Browsers take `__Host-` cookies from this host alone: a neighbouring host cannot plant one; https only. */
export const cookieName = (name: SiteCookie): string => (isHttps ? `__Host-${name}` : name);

/** Lax: links from elsewhere find their owner signed in, forms do not. */
const ATTRIBUTES = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;

/** Without `maxAge`, in seconds, the cookie goes when the browser is closed. */
export function siteCookie(
  name: SiteCookie,
  { secrets = keysOf(COOKIES[name]), ...options }: Pick<CookieOptions, "maxAge" | "secrets"> = {},
): Cookie {
  const signing = secrets[0] === undefined ? {} : signedWith(secrets[0], secrets);
  const cookie = createCookie(cookieName(name), { ...ATTRIBUTES, ...options, ...signing });
  const { parse } = cookie;
  return Object.defineProperties(cookie, {
    isSigned: { value: secrets.length > 0 },
    // React Router would check the signature of every cookie in the header, of which there may be thousands.
    parse: { value: (header: string | null) => parse(partOf(header ?? "", name)) },
  });
}

/** Of several cookies with the name the first counts. */
const partOf = (header: string, name: SiteCookie): string | null =>
  header.split(";").find((each) => each.trimStart().startsWith(`${cookieName(name)}=`)) ?? null;

const keysOf = ({ signedFor }: (typeof COOKIES)[SiteCookie]) => (signedFor ? signingKeys(signedFor) : []);

const NOTHING = btoa("null");

/** Signs in React Router's format, without its import of the key and its other thread for each signature. */
const signedWith = (secret: string, secrets: readonly string[]) => ({
  encode: (value: string) => (value === "" ? "" : encodeURIComponent(sign(value, secret))),
  decode(text: string): string {
    try {
      const value = decodeURIComponent(text);
      for (const each of secrets) {
        const unsigned = unsign(value, each);
        if (unsigned !== false) return unsigned;
      }
    } catch {
      // It is no cookie of this site.
    }
    return text === "" ? "" : NOTHING;
  },
});

/** remix-auth-oauth2 appends an id to the name itself. */
export const stateCookieOptions = (maxAge: number) => ({
  name: cookieName("oauth-state"),
  path: ATTRIBUTES.path,
  httpOnly: true as const,
  sameSite: "Lax" as const,
  ...(isHttps ? { secure: true as const } : {}),
  maxAge,
});

/** Set-Cookie headers that remove the request's cookies of this name with an id. */
export function forgetNumbered(request: Request, name: SiteCookie): string[] {
  const ending = `; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return namesIn(request.headers.get("Cookie") ?? "")
    .filter((each) => each.startsWith(`${cookieName(name)}:`))
    .map((each) => `${each}=${ending}`);
}

/** True for a cookie with any value. */
export const hasCookie = (header: string, name: SiteCookie): boolean =>
  namesIn(header).includes(cookieName(name));

/** A cookie without our signature counts for nothing: a page of one's own takes far longer than a kept one. */
export async function pagesFor(header: string): Promise<"own" | "signed-in" | "same"> {
  if (header === "") return "same";
  for (const [cookie, pages] of DECIDING) if (await cookie.parse(header)) return pages;
  return "same";
}

/** The cookie that decides first comes first. */
const DECIDING = (["toast", "login"] as const).map(
  (name) => [siteCookie(name), COOKIES[name].pages] as const,
);

const namesIn = (header: string): string[] =>
  header.split(";").map((cookie) => cookie.split("=", 1)[0]?.trim() ?? "");
