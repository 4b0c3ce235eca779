import {
  createContext,
  data,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { getRole, type UserRole } from "#app/auth/roles.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { countRequest, minutesText } from "#app/http/rate-limit.server.ts";
import { readUploadFields } from "#app/http/read-body.server.ts";
import { LOST_FILE_FIELD } from "#app/models/image/image.ts";
import { getUser, type User } from "#app/models/login/user.server.ts";
import { createDraft } from "#app/models/submission/draft.server.ts";
import { type ApiToken, findToken, isExpired, readBearerToken } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { findLoginProblem, hasRecentLogin, readLastUserId, readUserId } from "#app/session.server.ts";

/** The logged-in organiser; null for helpers and visitors. Set by the root middleware. */
export const userContext = createContext<User | null>(null);

/** The logged-in helper, in a separate context so a helper is never mistaken for an organiser. */
export const helperContext = createContext<User | null>(null);

export async function getCurrentLogin(request: Request): Promise<{ user: User; role: UserRole } | null> {
  const user = await userWithId(await readUserId(request));
  const role = user && getRole(user.email);
  return user && role ? { user, role } : null;
}

const userWithId = async (id: string | null): Promise<User | null> => (id === null ? null : getUser(id));

export const getLoggedInUser = (context: Context): User | null =>
  context.get(userContext) ?? context.get(helperContext);

/** Admits only organisers. If an organiser's login has expired, saves the form as a draft. */
export const requireOrganiser: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(userContext)) return;
  if (context.get(helperContext)) throw refuseHelper(request.method, url);
  await logRefusedLogin(request);
  const isSave = !isReading(request.method);
  throw data({ isSave, draft: isSave ? await keepDraft(request) : null }, { status: 401 });
};

/** Exports and erasure need a login of the past hour, because a browser may be left unattended. */
export async function requireRecentLogin(request: Request): Promise<void> {
  if (await hasRecentLogin(request)) return;
  const { pathname, search } = new URL(request.url);
  // The page that offers the file, because a login that led to the file would show no page.
  const screen = pathname.replace(/(\/personal-data)?\.(csv|json)$/, "") + search;
  throw redirect(`${href("/api/login")}?again&to=${encodeURIComponent(screen)}`, 303);
}

export const requireHelper: MiddlewareFunction<Response> = async (args, next) => {
  if (!args.context.get(helperContext)) await requireOrganiser(args, next);
};

function refuseHelper(method: string, url: URL) {
  if (isReading(method) && url.pathname === href("/admin"))
    return redirect(href("/admin/delegates/door"), 303);
  logSecurityEvent("helper-refused", {});
  return data({ isForOrganisers: true, message: FOR_ORGANISERS }, { status: 403 });
}

const FOR_ORGANISERS = "This screen is for organisers. Helpers can only use the check-in screen.";

/** Logs only requests that have a login cookie. Most unauthorised requests have none. */
export async function logRefusedLogin(request: Request): Promise<void> {
  const reason = await findLoginProblem(request);
  if (reason !== null) logSecurityEvent("login-cookie-refused", { reason });
}

/** Keeps the form as a draft if its sender is an organiser who logged in within the past week. */
async function keepDraft(request: Request): Promise<string | null> {
  const author = await userWithId(await readLastUserId(request));
  if (!author || getRole(author.email) !== "organiser" || (await countRequest("draft")) !== null) return null;
  const read = await readUploadFields(request);
  if (!read.ok) return null;
  const fields: Record<string, string> = {};
  for (const [name, value] of read.value) {
    if (typeof value === "string") fields[name] = value;
    else if (value.size > 0) fields[LOST_FILE_FIELD] = "yes";
  }
  return createDraft(author.id, fields);
}

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

const tokenContext = createContext<ApiToken | null>(null);

/** Guards the organisers' API endpoints, which also accept an API token. */
export const requireOrganiserJson: MiddlewareFunction<Response> = async ({ request, context }) => {
  const refusal = await refuseUnauthorized(request, context);
  if (refusal) throw refusal;
};

export type Context = Readonly<RouterContextProvider>;

/** Returns null for an organiser or a valid token, otherwise a refusal. Tokens take precedence. */
export async function refuseUnauthorized(request: Request, context: Context): Promise<Response | null> {
  const given = readBearerToken(request.headers.get("Authorization"));
  if (given === null) {
    if (context.get(userContext)) return null;
    if (context.get(helperContext)) {
      logSecurityEvent("helper-refused", {});
      return jsonError(403, FOR_ORGANISERS);
    }
    await logRefusedLogin(request);
    return jsonError(401, "Unauthorized");
  }
  const token = findToken(env.API_TOKENS, given);
  if (!token) return refuseWrongToken();
  if (isExpired(token)) return refuseExpiredToken(token);
  if (token.scope === "read" && !(isReading(request.method) || request.method === "OPTIONS")) {
    logSecurityEvent("token-refused", { reason: "read-only", token: token.name });
    return jsonError(403, "This token can only read, so nothing was changed.");
  }
  if (token.scope === "public" && new URL(request.url).pathname !== href("/api/admin/numbers")) {
    logSecurityEvent("token-refused", { reason: "public", token: token.name });
    return jsonError(403, "This token opens only the program and the numbers.");
  }
  context.set(tokenContext, token);
  return null;
}

/** Counts only invalid tokens, so other clients on the same network cannot block a valid one. */
async function refuseWrongToken(): Promise<Response> {
  logSecurityEvent("token-refused", { reason: "unknown", opens: "calls" });
  const wait = await countRequest("token");
  const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
  if (wait === null) return jsonError(401, "Unauthorized", { headers });
  const message = `Too many invalid tokens from your network. Try again in ${minutesText(wait)}.`;
  return jsonError(429, message, { headers: { "Retry-After": String(wait) } });
}

/** Does not count the token as an invalid one. */
function refuseExpiredToken({ name, scope, until }: ApiToken): Response {
  logSecurityEvent("token-refused", { reason: "expired", token: name });
  const renewal = `The site’s operator can create a new one: npm run api:token -- ${name} ${scope}`;
  return jsonError(401, `This token was valid until ${until}. ${renewal}`, {
    headers: {
      "WWW-Authenticate": 'Bearer error="invalid_token", error_description="The token has expired"',
    },
  });
}

/** Returns a refusal for a login that began more than an hour ago. Tokens are exempt. */
export async function refuseOldLogin(request: Request, context: Context): Promise<Response | null> {
  if (context.get(tokenContext) !== null || (await hasRecentLogin(request))) return null;
  return jsonError(401, "Log in again: personal data needs a login of the past hour.");
}

/** Returns the email address or token name to store in the history. @throws if there is neither. */
export function getActorName(context: Context): string {
  const token = context.get(tokenContext);
  if (token) return `token ${token.name}`;
  return context.get(helperContext)?.email ?? getOrganiser(context).email;
}

/** @throws if no organiser is logged in. */
export function getOrganiser(context: Context): User {
  const user = context.get(userContext);
  if (!user) throw new Error("No one is logged in");
  return user;
}

/** Response body of GET /api/auth/user (specification, section 7). */
export function toUserJson({ id, email, firstName, lastName, profileImageUrl }: User) {
  return { id, email, firstName, lastName, profileImageUrl };
}
