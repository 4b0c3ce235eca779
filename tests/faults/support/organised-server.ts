import { spawnSync } from "node:child_process";
import { startServer } from "../../support/server.ts";
import { logInOver, newLink } from "./server-process.ts";

export const ORGANISER = "olive.organ@example.com";

/** Starts the server with the sample conference and logs in an organiser. */
export async function startOrganisedServer(settings: Record<string, string> = {}) {
  const server = await startServer({ ADMIN_EMAILS: ORGANISER, ...settings });
  // The site's redirects and the provider use this host name.
  const origin = server.origin.replace("127.0.0.1", "localhost");
  spawnSync(process.execPath, ["bin/seed.ts"], { env: { ...process.env, DATA_DIR: server.dataDir } });
  const link = newLink(server.dataDir, ORGANISER);
  const cookies = (await logInOver({ ...server, origin }, link)).split("; ");
  const cookie = cookies.filter((one) => /^(had-)?login=/.test(one)).join("; ");
  return {
    ...server,
    origin,
    cookie,
    link,
    /** Sends a same-origin request, as the organiser by default. */
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
