// Who is asking, and what they may do: organisers everything, helpers what says that it is for them.
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
import { loginProblem, readLastLogin, readLogin } from "#app/session.server.ts";
import { LOST_FILE } from "#app/vocabulary/photo-fields.ts";

/** The organiser who sent the request, or null; set by the root middleware for everything below it. */
export const userContext = createContext<User | null>(null);

/** The same for a helper: apart, so that what asks for an organiser never takes a helper for one. */
export const helperContext = createContext<User | null>(null);

/** Who is logged in, and as what; null for nobody. */
export async function currentLogin(request: Request): Promise<{ user: User; role: Role } | null> {
  const user = await userWithId(await readLogin(request));
  const role = user && roleOf(user.email);
  return user && role ? { user, role } : null;
}

const userWithId = async (id: string | null): Promise<User | null> => (id === null ? null : getUser(id));

/** The organiser or helper who sent the request, or null. */
export const loggedIn = (context: Readonly<RouterContextProvider>): User | null =>
  context.get(userContext) ?? context.get(helperContext);

/**
 * Lets organisers through to the admin screens, and nobody else: also not to their data requests, and
 * not by another spelling of their address. A save that finds its login ended says so.
 */
export const requireOrganiser: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (context.get(userContext)) return;
  if (context.get(helperContext)) throw refuseHelper(request.method, url);
  await noteRefusedLogin(request);
  const isSave = request.method !== "GET" && request.method !== "HEAD";
  throw data({ isSave, draft: isSave ? await keepDraft(request) : null }, { status: 401 });
};

/** The same for what helpers may see and do, too. */
export const requireHelper: MiddlewareFunction<Response> = async (args, next) => {
  if (!args.context.get(helperContext)) await requireOrganiser(args, next);
};

/** What a helper gets from anything else: at the panel's entrance the way to the door, elsewhere a page that says so. */
function refuseHelper(method: string, url: URL) {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && url.pathname === href("/admin")) return redirect(href("/admin/delegates/door"), 303);
  securityEvent("helper-refused", {});
  return data({ isForOrganisers: true, message: FOR_ORGANISERS }, { status: 403 });
}

const FOR_ORGANISERS = "This is for organisers. Helpers can use the check-in screen alone.";

/** Logs that a request was refused although it has a login cookie. Most strangers have none. */
export async function noteRefusedLogin(request: Request): Promise<void> {
  const reason = await loginProblem(request);
  if (reason !== null) securityEvent("login-refused", { reason });
}

/**
 * Keeps what was typed into a form whose login has ended, and answers the draft's id. Only for an
 * organiser who logged in here in the last week, and not for many forms at once, as a program would send
 * them with that organiser's old cookie: strangers cannot fill the database.
 */
async function keepDraft(request: Request): Promise<string | null> {
  const author = await userWithId(await readLastLogin(request));
  if (!author || roleOf(author.email) !== "organiser" || (await overLimitFor("draft")) !== null) return null;
  const read = await readUploadFields(request);
  if (!read.ok) return null;
  const fields = [...read.value];
  const typed = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const hasFile = fields.some(([, value]) => value instanceof File && value.size > 0);
  return createDraft(author.id, { ...Object.fromEntries(typed), ...(hasFile ? { [LOST_FILE]: "yes" } : {}) });
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
 * The answer for whoever may not do this: 401 for strangers, 403 for helpers and for a change by a token that may
 * read only, 429 after many wrong tokens. Null for organisers. Where a token is sent, it alone decides.
 */
export async function refuseStranger(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | null> {
  const given = bearerOf(request);
  if (given === null) {
    if (context.get(userContext)) return null;
    if (context.get(helperContext)) {
      securityEvent("helper-refused", {});
      return jsonError(403, FOR_ORGANISERS);
    }
    await noteRefusedLogin(request);
    return jsonError(401, "Unauthorized");
  }
  const token = findToken(env.API_TOKENS, given);
  if (!token) return refuseWrongToken();
  const problem = tokenProblem(token, Date.now());
  if (problem !== null) return refuseEndedToken(token, problem);
  if (token.scope === "read" && !READING_METHODS.has(request.method)) {
    securityEvent("token-refused", { reason: "read-only", token: token.name });
    return jsonError(403, "This token can only read, so nothing was changed.");
  }
  context.set(tokenContext, token);
  return null;
}

/** Right tokens are never counted: nobody else's wrong ones stop a program that works. */
async function refuseWrongToken(): Promise<Response> {
  securityEvent("token-refused", { reason: "unknown", opens: "calls" });
  const wait = await overLimitFor("token");
  if (wait === null) {
    return jsonError(401, "Unauthorized", {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  const message = `Too many invalid tokens from your network. Try again in ${inMinutes(wait)}.`;
  return jsonError(429, message, { headers: { "Retry-After": String(wait) } });
}

/** Whoever has it was let in once, so it is told what is wrong; that it does not count as a guess, too. */
function refuseEndedToken(token: ApiToken, problem: TokenProblem): Response {
  securityEvent("token-refused", { reason: problem, token: token.name });
  return jsonError(401, tokenRefusal(token, problem), {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="The token has ended"' },
  });
}

/**
 * Whom the history names for what this request does: the email address of the organiser or helper, or the
 * name of the program's token.
 * @throws where there is none of them; every route that asks is behind one of the guards above.
 */
export function actorOf(context: Readonly<RouterContextProvider>): string {
  const token = context.get(tokenContext);
  if (token) return `token ${token.name}`;
  return context.get(helperContext)?.email ?? organiserOf(context).email;
}

/**
 * The organiser who sent the request.
 * @throws where there is none; every route that asks is behind requireOrganiser.
 */
export function organiserOf(context: Readonly<RouterContextProvider>): User {
  const user = context.get(userContext);
  if (!user) throw new Error("No one is logged in");
  return user;
}

/** A user as GET /api/auth/user shows them (specification, 7). */
export function toUserJson({ id, email, firstName, lastName, profileImageUrl }: User) {
  return { id, email, firstName, lastName, profileImageUrl };
}
