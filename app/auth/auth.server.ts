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
import { type ApiToken, findApiToken, isInForce } from "#app/models/api-token/api-token.server.ts";
import { LOST_FILE_FIELD } from "#app/models/image/image.ts";
import { getUser, type User } from "#app/models/login/user.server.ts";
import { createDraft } from "#app/models/submission/draft.server.ts";
import { readBearerToken } from "#app/platform/api-token.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { findLoginProblem, hasRecentLogin, readLastUserId, readUserId } from "#app/session.server.ts";
import type { Right } from "#app/vocabulary/api-rights.ts";

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

export const getLoggedInUser = (context: Context) => context.get(userContext) ?? context.get(helperContext);

/** Admits only organisers. If an organiser's login has expired, saves the form as a draft. */
export const requireOrganiser: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(userContext)) return;
  if (context.get(helperContext)) throw refuseHelper(request.method, url);
  await logRefusedLogin(request);
  const isSave = !isReading(request.method);
  throw data({ isSave, draft: isSave ? await keepDraft(request) : null }, { status: 401 });
};

/**
 * Exports, erasure and new tokens need a login of the past hour, because a browser may be left
 * unattended. The draft with this form is shown after the login.
 */
export async function requireRecentLogin(request: Request, saveDraft?: () => Promise<string>): Promise<void> {
  if (await hasRecentLogin(request)) return;
  const { pathname, search } = new URL(request.url);
  const query = saveDraft ? `?draft=${await saveDraft()}` : search;
  // The page that offers the file, because a login that led to the file would show no page.
  const screen = pathname.replace(/(\/personal-data)?\.(csv|json)$/, "") + query;
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

export type Context = Readonly<RouterContextProvider>;

/** Refuses all but organisers and valid tokens with this right. Tokens take precedence over logins. */
export async function refuseUnauthorized(request: Request, context: Context, right: Right | null) {
  const given = readBearerToken(request.headers.get("Authorization"));
  if (given === null) {
    if (context.get(userContext)) return null;
    if (context.get(helperContext)) {
      logSecurityEvent("helper-refused", {});
      return jsonError(403, FOR_ORGANISERS);
    }
    await logRefusedLogin(request);
    return unauthorized("log in, or send a token: Authorization: Bearer TOKEN.");
  }
  const token = findApiToken(given);
  if (!token) return refuseWrongToken();
  if (!isInForce(token)) return refuseFormerToken(token);
  if (right && !token.rights.includes(right)) {
    logSecurityEvent("token-refused", { reason: "right", right, token: token.name });
    return jsonError(403, `This call needs the right ${right}, which this token does not have.`);
  }
  context.set(tokenContext, token);
  return null;
}

/** Counts only invalid tokens, so other clients on the same network cannot block a valid one. */
async function refuseWrongToken(): Promise<Response> {
  logSecurityEvent("token-refused", { reason: "unknown", opens: "calls" });
  const wait = await countRequest("token");
  if (wait === null) return unauthorized("this token is unknown.", "The token is unknown");
  const message = `Too many invalid tokens from your network. Try again in ${minutesText(wait)}.`;
  return jsonError(429, message, { headers: { "Retry-After": String(wait) } });
}

/** Does not count the token as an invalid one. */
function refuseFormerToken({ name, until, endedAt }: ApiToken): Response {
  logSecurityEvent("token-refused", { reason: endedAt ? "ended" : "expired", token: name });
  const day = endedAt?.toISOString().slice(0, 10);
  const reason = day ? `an organiser ended this token on ${day}.` : `this token was valid until ${until}.`;
  const renewal = "An organiser can create a new one in the panel, under API Tokens.";
  return unauthorized(`${reason} ${renewal}`, `The token has ${day ? "been ended" : "expired"}`);
}

/** Returns the name of a valid token that may register delegates. For a call that needs no token. */
export function getRegistrarName(request: Request): string | undefined {
  const given = readBearerToken(request.headers.get("Authorization"));
  const token = given === null ? null : findApiToken(given);
  return token?.rights.includes("public:write") && isInForce(token) ? token.name : undefined;
}

/** Clients recognise the response by its first word (specification, section 8). `problem` is the token's. */
export function unauthorized(text: string, problem?: string): Response {
  const challenge = problem ? `Bearer error="invalid_token", error_description="${problem}"` : NO_TOKEN;
  return jsonError(401, `Unauthorized: ${text}`, { headers: { "WWW-Authenticate": challenge } });
}

const NO_TOKEN = 'Bearer realm="API"';

/** Returns a refusal for a login that began more than an hour ago. Tokens are exempt. */
export async function refuseOldLogin(request: Request, context: Context): Promise<Response | null> {
  if (context.get(tokenContext) !== null || (await hasRecentLogin(request))) return null;
  return unauthorized("log in again: personal data needs a login of the past hour.");
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
