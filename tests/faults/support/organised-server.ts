// The production server with an organiser who has signed in by a one-time link.
import { spawnSync } from "node:child_process";
import { startServer } from "../../support/server.ts";

export const ORGANISER = "olive.organ@example.com";

/** Starts the server with the sample conference in it; `cookie` is the organiser's login. */
export async function startOrganisedServer(settings: Record<string, string> = {}) {
  const server = await startServer({ ADMIN_EMAILS: ORGANISER, ...settings });
  // The name that its cookies, redirects and the provider know it by.
  const origin = server.origin.replace("127.0.0.1", "localhost");
  const env = { ...process.env, ...settings, ADMIN_EMAILS: ORGANISER, DATA_DIR: server.dataDir };
  const run = (script: string, ...args: string[]) =>
    spawnSync("npm", ["run", "--silent", script, "--", ...args], { env, encoding: "utf8" }).stdout;
  run("db:seed");
  const link = /link=([\w-]+)/.exec(run("admin:link", ORGANISER))?.[1] ?? "";
  const signedIn = await fetch(`${origin}/api/login?link=`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ link }),
  });
  const cookies = signedIn.headers.getSetCookie().filter((cookie) => /^(had-)?login=/.test(cookie));
  if (cookies.length === 0) throw new Error(`The organiser did not get in: ${signedIn.status}`);
  const cookie = cookies.map((one) => one.split(";", 1)[0]).join("; ");
  return {
    ...server,
    origin,
    cookie,
    link,
    /** As the site's own pages send it, by an organiser unless other headers say so. */
    send: (method: string, path: string, body?: BodyInit | object, headers: Record<string, string> = {}) => {
      const isJson = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
      return fetch(origin + path, {
        method,
        redirect: "manual",
        headers: {
          Cookie: cookie,
          Origin: origin,
          "Sec-Fetch-Site": "same-origin",
          ...(isJson ? { "Content-Type": "application/json" } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
      });
    },
  };
}

export type OrganisedServer = Awaited<ReturnType<typeof startOrganisedServer>>;
