// Every cookie of this site. Whoever needs another one adds it here, and says whether pages are made with it.
import { sign, unsign } from "cookie-signature";
import { type Cookie, type CookieOptions, createCookie } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { signingKeys } from "#app/platform/secrets.server.ts";

/**
 * Their names, what they are signed for, and what they mean for the public pages: `own` is a page for this visitor
 * alone, `signed-in` one for everybody who is signed in, `same` that of everybody.
 */
const COOKIES = {
  /** The message of a redirect, until the next page has shown it. */
  toast: { pages: "own", signedFor: "toast" },
  /** A login: the sid alone. */
  login: { pages: "signed-in", signedFor: "login" },
  /** That somebody logged in here lately: it lets nobody in. */
  "had-login": { pages: "same", signedFor: "visit" },
  /** The page that was wanted before signing in. */
  "return-to": { pages: "same", signedFor: null },
  /** The state of signing in with the provider. Each try has a name of its own: this, a colon, a random id. */
  "oauth-state": { pages: "same", signedFor: null },
} as const;

export type SiteCookie = keyof typeof COOKIES;

const isHttps = env.SITE_ORIGIN.startsWith("https:");

/**
 * What a cookie is called here. On https `__Host-` before it makes browsers take it from this host alone,
 * over https and without a Domain: a neighbouring host cannot plant one. On http they would not take it.
 */
export const cookieName = (name: SiteCookie): string => (isHttps ? `__Host-${name}` : name);

/** What all of them have in common. Lax: links from elsewhere find their owner signed in, forms do not. */
const ATTRIBUTES = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;

/** A cookie of this site; without `maxAge`, in seconds, it is gone when the browser is closed. */
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

/** What a Cookie header says of this cookie; of several with its name the first counts. */
const partOf = (header: string, name: SiteCookie): string | null =>
  header.split(";").find((each) => each.trimStart().startsWith(`${cookieName(name)}=`)) ?? null;

const keysOf = ({ signedFor }: (typeof COOKIES)[SiteCookie]) => (signedFor ? signingKeys(signedFor) : []);

/** What React Router reads as null. */
const NOTHING = btoa("null");

/**
 * Signs as React Router would by itself, and reads what that has signed. It would ask another thread for each
 * signature and import the key each time, which takes longer than the signature.
 */
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
      // It is no cookie that anybody here has written.
    }
    return text === "" ? "" : NOTHING;
  },
});

/** The same as remix-auth-oauth2 wants to be told of it, which appends an id to the name itself. */
export const stateCookieOptions = (maxAge: number) => ({
  name: cookieName("oauth-state"),
  path: ATTRIBUTES.path,
  httpOnly: true as const,
  sameSite: "Lax" as const,
  ...(isHttps ? { secure: true as const } : {}),
  maxAge,
});

/** Set-Cookie headers that take away every cookie of a request that has this name and an id after it. */
export function forgetNumbered(request: Request, name: SiteCookie): string[] {
  const ending = `; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return namesIn(request.headers.get("Cookie") ?? "")
    .filter((each) => each.startsWith(`${cookieName(name)}:`))
    .map((each) => `${each}=${ending}`);
}

/** Whether a Cookie header has this cookie, whatever is in it. */
export const hasCookie = (header: string, name: SiteCookie): boolean =>
  namesIn(header).includes(cookieName(name));

/**
 * What the public pages are for a visitor with this Cookie header. A cookie that this site has not signed means nothing:
 * anybody can send one, and a page of their own takes far longer than one that is kept.
 */
export async function pagesFor(header: string): Promise<"own" | "signed-in" | "same"> {
  if (header === "") return "same";
  for (const [cookie, pages] of DECIDING) if (await cookie.parse(header)) return pages;
  return "same";
}

/** Those that pages are made with, the one that decides first. */
const DECIDING = (["toast", "login"] as const).map(
  (name) => [siteCookie(name), COOKIES[name].pages] as const,
);

const namesIn = (header: string): string[] =>
  header.split(";").map((cookie) => cookie.split("=", 1)[0]?.trim() ?? "");
