import { sign, unsign } from "cookie-signature";
import { type Cookie, type CookieOptions, createCookie } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";

/** Visitors with the cookie get their `own` pages, `logged-in` pages or the `same` as others. */
const COOKIES = {
  /** Message shown on the next page after a redirect. */
  toast: { pages: "own", signedFor: "toast" },
  /** Contains only the id of the login session. */
  login: { pages: "logged-in", signedFor: "login" },
  /** Proves a login during the last week, but grants no access. */
  "had-login": { pages: "same", signedFor: "visit" },
  /** Page requested before logging in. */
  "return-to": { pages: "same", signedFor: null },
  /** Each login attempt adds a suffix to the name: a colon and a random id. */
  "oauth-state": { pages: "same", signedFor: null },
} as const;

type SiteCookie = keyof typeof COOKIES;

const isHttps = env.SITE_ORIGIN.startsWith("https:");

/** Browsers accept `__Host-` cookies only from this host over https, so others cannot set them. */
export const cookieName = (name: SiteCookie): string => (isHttps ? `__Host-${name}` : name);

/** With Lax, browsers send the login cookie for links from other sites, but not for their forms. */
const ATTRIBUTES = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;

/** Without `maxAge` (in seconds), the cookie lasts until the browser closes. */
export function createSiteCookie(
  name: SiteCookie,
  { secrets = keysOf(COOKIES[name]), ...options }: Pick<CookieOptions, "maxAge" | "secrets"> = {},
): Cookie {
  const signing = secrets[0] === undefined ? {} : signedWith(secrets[0], secrets);
  const cookie = createCookie(cookieName(name), { ...ATTRIBUTES, ...options, ...signing });
  const { parse } = cookie;
  return Object.defineProperties(cookie, {
    isSigned: { value: secrets.length > 0 },
    // React Router would verify every cookie in the header, which can contain thousands.
    parse: { value: (header: string | null) => parse(partOf(header ?? "", name)) },
  });
}

/** Returns the first cookie with this name. */
const partOf = (header: string, name: SiteCookie): string | null =>
  header.split(";").find((each) => each.trimStart().startsWith(`${cookieName(name)}=`)) ?? null;

const keysOf = ({ signedFor }: (typeof COOKIES)[SiteCookie]) => (signedFor ? signingKeys(signedFor) : []);

const NOTHING = btoa("null");

/** Signs values in React Router's format, but imports no key and switches no thread each time. */
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
      // Malformed encoding means that this site did not set the cookie.
    }
    return text === "" ? "" : NOTHING;
  },
});

/** remix-auth-oauth2 appends an id to the name. */
export const STATE_COOKIE = {
  name: cookieName("oauth-state"),
  path: ATTRIBUTES.path,
  httpOnly: true as const,
  sameSite: "Lax" as const,
  ...(isHttps ? { secure: true as const } : {}),
  maxAge: 600,
};

/** Returns Set-Cookie headers that delete the state cookies of earlier attempts. */
export function clearStateCookies(request: Request): string[] {
  const ending = `; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return namesIn(request.headers.get("Cookie") ?? "")
    .filter((each) => each.startsWith(`${cookieName("oauth-state")}:`))
    .map((each) => `${each}=${ending}`);
}

/** True even if the cookie's value is invalid. */
export const hasCookie = (header: string, name: SiteCookie) => namesIn(header).includes(cookieName(name));

/** Ignores cookies with an invalid signature, which would otherwise bypass the page cache. */
export async function chooseCacheVariant(header: string): Promise<"own" | "logged-in" | "same"> {
  if (header === "") return "same";
  decisive ??= createDecisive();
  for (const [cookie, pages] of decisive) if (await cookie.parse(header)) return pages;
  return "same";
}

/** Runs when first needed, because signing creates the secret, and npm run doctor must not. */
const createDecisive = () =>
  (["toast", "login"] as const).map((name) => [createSiteCookie(name), COOKIES[name].pages] as const);
let decisive: ReturnType<typeof createDecisive> | undefined;

const namesIn = (header: string) => header.split(";").map((cookie) => cookie.split("=", 1)[0]?.trim() ?? "");
