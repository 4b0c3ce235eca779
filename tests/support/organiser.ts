import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Database } from "better-sqlite3";
import { type App, formPost, jsonPost } from "./app.ts";

export const ORGANISER = "ana@example.com";

/** Stores a new one-time link. Returns its token. */
export function insertLink(sqlite: Database, email = ORGANISER): string {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const sql = "insert into login_links (token_hash, email, expire) values (?, ?, ?)";
  sqlite.prepare(sql).run(hash, email, Date.now() + 60_000);
  return token;
}

/** Signs a person in through the models. Returns the login's cookies. */
export async function logIn(email = ORGANISER): Promise<string> {
  const { saveUser } = await import("#app/models/login/user.server.ts");
  const { startLogin } = await import("#app/session.server.ts");
  const user = await saveUser({ email, firstName: "Ana", lastName: "Silva", profileImageUrl: null });
  const cookies = await startLogin(user.id);
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** The login's id in these cookies. The database holds only its hash. */
export const sidOf = (cookies: string): string =>
  JSON.parse(atob(/\blogin=([\w%-]+)/.exec(decodeURIComponent(cookies))?.[1] ?? ""));

/** A site in this process or another. */
type Reached = Pick<App, "sqlite" | "fetch">;

/** Signs a person in by a request to the built site. Returns the login's cookies. */
async function logInByLink({ sqlite, fetch }: Reached, email: string): Promise<string> {
  sqlite
    .prepare("insert or ignore into users (id, email, first_name, last_name) values (?, ?, 'Ana', 'Silva')")
    .run(randomUUID(), email);
  const response = await fetch("/api/login", formPost({ link: insertLink(sqlite, email) }));
  if (response.status !== 303) throw new Error(`Login returned ${response.status}`);
  const cookies = response.headers.getSetCookie().filter((cookie) => !cookie.includes("Max-Age=0"));
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** Signs an organiser in. Returns a client that sends requests with the login's cookies. */
export async function organiserOf(app: Reached, email = ORGANISER) {
  const Cookie = await logInByLink(app, email);
  return {
    cookie: Cookie,
    get: (path: string) => app.fetch(path, { headers: { Cookie } }),
    post: (path: string, fields: Record<string, string>) => app.fetch(path, formPost(fields, { Cookie })),
    json: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      app.fetch(path, {
        ...(body === undefined ? {} : jsonPost(body)),
        method,
        headers: { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", ...more },
      }),
    /** Follows a redirect with the login and toast cookies. */
    follow: async (response: Response) => {
      const toast = response.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith("toast="))
        ?.split(";", 1)[0];
      return app.fetch(response.headers.get("Location") ?? "", {
        headers: { Cookie: `${Cookie}; ${toast ?? ""}` },
      });
    },
  };
}
export type Organiser = Awaited<ReturnType<typeof organiserOf>>;
