// Who is asking, and whether they are an organiser.
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { type ApiToken, bearerOf, findToken } from "#app/api-token.server.ts";
import { env } from "#app/env.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { inMinutes, overLimitFor } from "#app/http/rate-limit.server.ts";
import { readUploadFields } from "#app/http/read-body.server.ts";
import { createDraft } from "#app/models/draft.server.ts";
import { getUser, type User } from "#app/models/user.server.ts";
import { readLastLogin, readLogin } from "#app/session.server.ts";

/** The organiser who sent the request, or null; set by the root middleware for everything below it. */
export const userContext = createContext<User | null>(null);

/** The signed-in organiser, or null. The allow-list is asked at every request, not only at login. */
export async function currentUser(request: Request): Promise<User | null> {
  return organiserWithId(await readLogin(request));
}

async function organiserWithId(userId: string | null): Promise<User | null> {
  const user = userId === null ? null : await getUser(userId);
  return user && isOrganiser(user.email) ? user : null;
}

/**
 * Lets organisers through to the admin screens, and nobody else: also not to their data requests, and
 * not by another spelling of their address. A save that finds its login ended says so.
 */
export const requireOrganiser: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (context.get(userContext)) return;
  const isSave = request.method !== "GET" && request.method !== "HEAD";
  throw data({ isSave, draft: isSave ? await keepDraft(request) : null }, { status: 401 });
};

/**
 * Keeps what was typed into a form whose login has ended, and answers the draft's id. Only for an
 * organiser who logged in here in the last week: strangers cannot fill the database.
 */
async function keepDraft(request: Request): Promise<string | null> {
  const author = await organiserWithId(await readLastLogin(request));
  if (!author) return null;
  const read = await readUploadFields(request);
  if (!read.ok) return null;
  const typed = [...read.value].filter((field): field is [string, string] => typeof field[1] === "string");
  return createDraft(author.id, Object.fromEntries(typed));
}

/** The program that sent the request, or null; set by the guard below. */
const tokenContext = createContext<ApiToken | null>(null);

/** The same for the JSON calls, to which programs with a token of API_TOKENS get through too. */
export const requireOrganiserJson: MiddlewareFunction<Response> = async ({ request, context }) => {
  const refusal = await refuseStranger(request, context);
  if (refusal) throw refusal;
};

const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The answer for whoever may not do this: 401 for strangers, 403 for a change by a token that may read
 * only, 429 after many wrong tokens. Null for organisers. Where a token is sent, it alone decides.
 */
export async function refuseStranger(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | null> {
  const given = bearerOf(request);
  if (given === null) return context.get(userContext) ? null : jsonError(401, "Unauthorized");
  const token = findToken(env.API_TOKENS, given);
  if (!token) return refuseWrongToken();
  if (token.scope === "read" && !READING_METHODS.has(request.method)) {
    return jsonError(403, "This token may read only, so nothing was changed.");
  }
  context.set(tokenContext, token);
  return null;
}

/** Right tokens are never counted: nobody else's wrong ones stop a program that works. */
async function refuseWrongToken(): Promise<Response> {
  const wait = await overLimitFor("token");
  if (wait === null) {
    return jsonError(401, "Unauthorized", {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  const message = `Many wrong tokens came from your network in a short time. Try again in ${inMinutes(wait)}.`;
  return jsonError(429, message, { headers: { "Retry-After": String(wait) } });
}

/**
 * Whom the audit log names for what this request does: the organiser's e-mail address, or the name of
 * the program's token.
 * @throws where there is neither; every route that asks is behind one of the guards above.
 */
export function actorOf(context: Readonly<RouterContextProvider>): string {
  const token = context.get(tokenContext);
  if (token) return `token ${token.name}`;
  const user = context.get(userContext);
  if (!user) throw new Error("A change was asked for by nobody");
  return user.email;
}

/** Whether ADMIN_EMAILS lists this address, or its whole domain as `*@example.org`. */
export function isOrganiser(email: string): boolean {
  const address = email.toLowerCase();
  return env.ADMIN_EMAILS.some(
    (entry) => entry === address || (entry.startsWith("*@") && address.endsWith(entry.slice(1))),
  );
}

/** A user as GET /api/auth/user shows them (specification, 7). */
export function toUserJson({ id, email, firstName, lastName, profileImageUrl }: User) {
  return { id, email, firstName, lastName, profileImageUrl };
}
