import type { App } from "./app.ts";
import { formPost, jsonPost } from "./app.ts";

export const ORGANISER = "ana@example.com";

/** Signs somebody in on the opened app and answers the cookies of that login. */
export async function signIn(email = ORGANISER): Promise<string> {
  const { saveUser } = await import("#app/models/login/user.server.ts");
  const { startLogin } = await import("#app/session.server.ts");
  const user = await saveUser({ email, firstName: "Ana", lastName: "Silva", profileImageUrl: null });
  const cookies = await startLogin(user.id);
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** What an organiser's browser and an organiser's script send to an app. */
export async function organiserOf(app: App, email = ORGANISER) {
  const Cookie = await signIn(email);
  return {
    cookie: Cookie,
    get: (path: string) => app.fetch(path, { headers: { Cookie } }),
    post: (path: string, fields: Record<string, string>) => app.fetch(path, formPost(fields, { Cookie })),
    json: (method: string, path: string, body?: unknown) =>
      app.fetch(path, {
        ...(body === undefined ? {} : jsonPost(body)),
        method,
        headers: { Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
      }),
    /** Follows a redirect as a browser does: with the login and the toast. */
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
