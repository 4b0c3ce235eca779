import {
  createContext,
  data,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { type Role, roleOf } from "#app/auth/roles.server.ts";
import { jsonError } from "#app/http/json.server.ts";
import { inMinutes, overLimitFor } from "#app/http/rate-limit.server.ts";
import { readUploadFields } from "#app/http/read-body.server.ts";
import { getUser, type User } from "#app/models/login/user.server.ts";
import { createDraft } from "#app/models/submission/draft.server.ts";
import {
  type ApiToken,
  bearerOf,
  findToken,
  type TokenProblem,
  tokenProblem,
  tokenRefusal,
} from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { loginProblem, readLastLogin, readUserId } from "#app/session.server.ts";
import { LOST_FILE } from "#app/vocabulary/photo-fields.ts";

/** The signed-in organiser; null for helpers and visitors. Set by the root middleware. */
export const userContext = createContext<User | null>(null);

/** The signed-in helper, in a separate context so a helper is never mistaken for an organiser. */
export const helperContext = createContext<User | null>(null);

export async function currentLogin(request: Request): Promise<{ user: User; role: Role } | null> {
  const user = await userWithId(await readUserId(request));
  const role = user && roleOf(user.email);
  return user && role ? { user, role } : null;
}

const userWithId = async (id: string | null): Promise<User | null> => (id === null ? null : getUser(id));

export const loggedInUser = (context: Context): User | null =>
  context.get(userContext) ?? context.get(helperContext);

/** Admits only organisers. If the login has expired, keeps a submitted form as a draft. */
export const requireOrganiser: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(userContext)) return;
  if (context.get(helperContext)) throw refuseHelper(request.method, url);
  await logRefusedLogin(request);
  const isSave = !isReading(request.method);
  throw data({ isSave, draft: isSave ? await keepDraft(request) : null }, { status: 401 });
};

export const requireHelper: MiddlewareFunction<Response> = async (args, next) => {
  if (!args.context.get(helperContext)) await requireOrganiser(args, next);
};

function refuseHelper(method: string, url: URL) {
  if (isReading(method) && url.pathname === href("/admin"))
    return redirect(href("/admin/delegates/door"), 303);
  securityEvent("helper-refused", {});
  return data({ isForOrganisers: true, message: FOR_ORGANISERS }, { status: 403 });
}

const FOR_ORGANISERS = "This screen is for organisers. Helpers can only use the check-in screen.";

/** Logs nothing without a login cookie, which most unauthorised requests lack. */
export async function logRefusedLogin(request: Request): Promise<void> {
  const reason = await loginProblem(request);
  if (reason !== null) securityEvent("login-refused", { reason });
}

/** Returns the draft's id, or null if none is stored. Requires an organiser's login within the past week. */
async function keepDraft(request: Request): Promise<string | null> {
  const author = await userWithId(await readLastLogin(request));
  if (!author || roleOf(author.email) !== "organiser" || (await overLimitFor("draft")) !== null) return null;
  const read = await readUploadFields(request);
  if (!read.ok) return null;
  const fields: Record<string, string> = {};
  for (const [name, value] of read.value) {
    if (typeof value === "string") fields[name] = value;
    else if (value.size > 0) fields[LOST_FILE] = "yes";
  }
  return createDraft(author.id, fields);
}

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

const tokenContext = createContext<ApiToken | null>(null);

/** Guards the organisers' JSON calls, which also accept an API token. */
export const requireOrganiserJson: MiddlewareFunction<Response> = async ({ request, context }) => {
  const refusal = await refuseStranger(request, context);
  if (refusal) throw refusal;
};

type Context = Readonly<RouterContextProvider>;

/** Returns null for organisers and valid tokens, otherwise a refusal. A token overrides the login. */
export async function refuseStranger(request: Request, context: Context): Promise<Response | null> {
  const given = bearerOf(request);
  if (given === null) {
    if (context.get(userContext)) return null;
    if (context.get(helperContext)) {
      securityEvent("helper-refused", {});
      return jsonError(403, FOR_ORGANISERS);
    }
    await logRefusedLogin(request);
    return jsonError(401, "Unauthorized");
  }
  const token = findToken(env.API_TOKENS, given);
  if (!token) return refuseWrongToken();
  const problem = tokenProblem(token, Date.now());
  if (problem !== null) return refuseEndedToken(token, problem);
  if (token.scope === "read" && !(isReading(request.method) || request.method === "OPTIONS")) {
    securityEvent("token-refused", { reason: "read-only", token: token.name });
    return jsonError(403, "This token can only read, so nothing was changed.");
  }
  context.set(tokenContext, token);
  return null;
}

/** Counts only wrong tokens, so a client with a valid token cannot be blocked by others on its network. */
async function refuseWrongToken(): Promise<Response> {
  securityEvent("token-refused", { reason: "unknown", opens: "calls" });
  const wait = await overLimitFor("token");
  const headers = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
  if (wait === null) return jsonError(401, "Unauthorized", { headers });
  const message = `Too many invalid tokens from your network. Try again in ${inMinutes(wait)}.`;
  return jsonError(429, message, { headers: { "Retry-After": String(wait) } });
}

/** Tells the token's owner the reason. Does not count towards the limit for wrong tokens. */
function refuseEndedToken(token: ApiToken, problem: TokenProblem): Response {
  securityEvent("token-refused", { reason: problem, token: token.name });
  return jsonError(401, tokenRefusal(token, problem), {
    headers: {
      "WWW-Authenticate": 'Bearer error="invalid_token", error_description="The token has expired"',
    },
  });
}

/** The actor shown in the history: an email address or a token's name. @throws without a login or token. */
export function actorOf(context: Context): string {
  const token = context.get(tokenContext);
  if (token) return `token ${token.name}`;
  return context.get(helperContext)?.email ?? organiserOf(context).email;
}

/** @throws if no organiser is logged in. */
export function organiserOf(context: Context): User {
  const user = context.get(userContext);
  if (!user) throw new Error("No one is logged in");
  return user;
}

/** Body of GET /api/auth/user (specification, 7). */
export function toUserJson({ id, email, firstName, lastName, profileImageUrl }: User) {
  return { id, email, firstName, lastName, profileImageUrl };
}
