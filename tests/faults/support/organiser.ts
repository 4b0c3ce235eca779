import { spawnSync } from "node:child_process";
import { send } from "./requests.ts";
import type { Site } from "./site-process.ts";

export const ORGANISER = "ana@example.com";

/** Signs the organiser in by a one-time link, as on a server without an identity provider; answers the cookie. */
export async function signInOn(site: Site): Promise<string> {
  const { stdout } = spawnSync("npm", ["run", "--silent", "admin:link", "--", ORGANISER], {
    env: { ...process.env, DATA_DIR: site.dataDir, ADMIN_EMAILS: ORGANISER },
    encoding: "utf8",
  });
  const link = /\?link=([\w-]+)/.exec(stdout)?.[1] ?? "";
  const { headers } = await send(`${site.origin}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ link }).toString(),
  });
  const cookies = headers["set-cookie"] ?? [];
  if (!cookies.some((cookie) => cookie.startsWith("login="))) throw new Error("The organiser was not let in");
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** A new upload address on the site, and what to PUT there. */
export async function newUpload(site: Site, cookie: string, body?: Uint8Array) {
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  const { text } = await send(`${site.origin}/api/objects/upload`, { method: "POST", headers });
  const { pathname, search } = new URL(JSON.parse(text).uploadURL);
  return { url: `${site.origin}${pathname}${search}`, sending: { method: "PUT", headers, body } };
}
