import type { App } from "./app.ts";

/** Cookies of one browser at one origin. */
export class CookieJar {
  private cookies = new Map<string, string>();
  keep(response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = header.split(/;\s*/);
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const isGone = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute));
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  get names(): string[] {
    return [...this.cookies.keys()];
  }
}

/** Chooses an account at the identity provider. Returns the provider's redirect to the site. */
export async function visitProvider(start: string, account: string): Promise<string> {
  const jar = new CookieJar();
  let url = start;
  for (let step = 0; step < 10; step += 1) {
    const isInteraction = new URL(url).pathname.startsWith("/interaction/");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: jar.header, "Content-Type": "application/x-www-form-urlencoded" },
      ...(isInteraction ? { method: "POST", body: `account=${account}` } : {}),
    });
    jar.keep(response);
    const location = response.headers.get("Location");
    if (!location) throw new Error(`The provider returned ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (new URL(url).origin !== new URL(start).origin) return url;
  }
  throw new Error("The provider redirects endlessly");
}

/** Opens a browser that keeps cookies and does not follow redirects. */
export function browserOn(app: App) {
  const jar = new CookieJar();
  return {
    jar,
    get: async (path: string, headers: HeadersInit = {}) => {
      const response = await app.fetch(path, { headers: { Cookie: jar.header, ...headers } });
      jar.keep(response);
      return response;
    },
  };
}
