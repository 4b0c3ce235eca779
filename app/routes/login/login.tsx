import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { getLoggedInUser } from "#app/auth/auth.server.ts";
import { mailLoginLink } from "#app/auth/mail-login-link.server.ts";
import { isLoginStart, LoginProblem, logInWithProvider } from "#app/auth/oauth.server.ts";
import {
  forgetReturnPath,
  readReturnPath,
  recallReturnPath,
  rememberReturnPath,
} from "#app/auth/return-path.server.ts";
import { hasRole, isListedHelper } from "#app/auth/roles.server.ts";
import { Toast } from "#app/components/toast.tsx";
import { createOneTimeId, errorPage, newFormId, readForm, readFormId } from "#app/http/form.server.ts";
import { withToastRecovery } from "#app/http/form-recovery.ts";
import { countRequest, minutesText } from "#app/http/rate-limit.server.ts";
import { clearStateCookies } from "#app/http/site-cookies.server.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { LoginLinkInput, redeemLoginLink } from "#app/models/login/login-link.server.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { removeFormerUsers, saveUser } from "#app/models/login/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { logSecurityEvent } from "#app/platform/security-events.server.ts";
import { type LoginAnswer, type LoginKind, LoginPage } from "#app/routes/login/login-page.tsx";
import { startLogin } from "#app/session.server.ts";
import type { Route } from "./+types/login";

// Middleware, because the loader also runs after a refused POST.
export const middleware: Route.MiddlewareFunction[] = [
  async function redirectWhoIsLoggedIn({ request, context }) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const { searchParams } = new URL(request.url);
    const wantsLogin = searchParams.has("link") || searchParams.has("again");
    // With an identity provider, the user may want a different account.
    if (isRead && !wantsLogin && !env.oauth && getLoggedInUser(context))
      throw redirect(await readReturnPath(request), 303);
  },
];

const show = (kind: LoginKind, more: Partial<LoginAnswer> = {}, init: ResponseInit = {}) =>
  data<LoginAnswer>({ kind, offersMail: getMailStatus().isSetUp, ...more }, init);

/**
 * GET /api/login: redirects to the identity provider and handles its response. `?link=` shows a
 * button to use that link. With `?by=email` or without a provider, shows a form to request a link.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const link = searchParams.get("link");
  if (link !== null) return show("link", { link });
  if (searchParams.has("sent")) return show("linkSent");
  const remembering = await rememberReturnPath(request);
  if (searchParams.get("again") === "") return show("again", {}, { headers: setCookies(remembering) });
  const canMail = getMailStatus().isSetUp;
  if (canMail && (!env.oauth || searchParams.get("by") === "email"))
    return show("askForLink", { formId: newFormId() }, { headers: setCookies(remembering) });
  if (!env.oauth) return show("noProvider", {}, { headers: setCookies(remembering) });

  if (isLoginStart(request)) await limitLogins();
  try {
    const profile = await logInWithProvider(request);
    return await completeLogin(profile, request, clearStateCookies(request));
  } catch (error) {
    if (error instanceof Response) {
      for (const cookie of [...clearStateCookies(request), ...remembering]) {
        error.headers.append("Set-Cookie", cookie);
      }
      throw error;
    }
    if (!(error instanceof LoginProblem)) throw error;
    if (error.cause) log.warn({ error: error.cause }, "login failed");
    logSecurityEvent("login-refused", { reason: error.reason });
    const status = error.reason === "provider-down" ? 503 : 403;
    // The redirect to the provider set a cookie. If it is missing, this browser rejects cookies.
    const hasNoCookies = error.reason === "state-mismatch" && !request.headers.has("Cookie");
    const kind = hasNoCookies ? ("noCookies" as const) : error.reason;
    return show(kind, {}, { status, headers: setCookies(remembering) });
  }
}

/** POST /api/login: redeems a one-time link, or sends one by email. */
export async function action({ request, context }: Route.ActionArgs) {
  await limitLogins();
  const form = await readForm(request, ["link", "email", "formId"]);
  if (form.has("email") && getMailStatus().isSetUp) return sendLink(form);
  const email = await redeemLoginLink(form.get("link") ?? "");
  if (email === null) {
    // Handles the second click of a double click, after the first has logged the user in.
    if (getLoggedInUser(context)) return redirect(href("/admin"), 303);
    logSecurityEvent("login-refused", { reason: "link-not-valid" });
    return show("linkUsed", {}, { status: 403 });
  }
  return completeLogin({ email }, request);
}

/** Emails a one-time link. The response does not reveal whether the email address may log in. */
function sendLink(form: URLSearchParams) {
  const submission = parseWithZod(form, { schema: LoginLinkInput });
  if (submission.status !== "success") {
    return show("askForLink", { formId: readFormId(form), result: submission.reply() }, { status: 422 });
  }
  mailLoginLink(submission.value.email, createOneTimeId(form));
  return redirect(`${href("/api/login")}?sent`, 303);
}

export const clientAction = withToastRecovery("Failed to log in. Please try again.");

/** @throws an error page (429) after too many logins from one network. */
async function limitLogins(): Promise<void> {
  const wait = await countRequest("login");
  if (wait === null) return;
  const message = `Too many logins were started from your network in a short time. Try again in ${minutesText(wait)}.`;
  throw errorPage(429, message, { "Retry-After": String(wait) });
}

/**
 * Logs in organisers and helpers, and refuses everyone else. `stateCookies` clears the cookies set
 * for a login through the identity provider. A login by link has none.
 */
async function completeLogin(
  profile: Parameters<typeof saveUser>[0],
  request: Request,
  stateCookies?: string[],
) {
  if (!hasRole(profile.email)) {
    logSecurityEvent("login-refused", { reason: "not-listed" });
    await removeFormerUsers(hasRole);
    const kind = isListedHelper(profile.email) ? "dayOver" : "notListed";
    return show(kind, { email: profile.email }, { status: 403 });
  }
  await purgeLoginSessions();
  const user = await saveUser(profile);
  const login = await startLogin(user.id, request.headers.get("User-Agent"));
  logSecurityEvent("logged-in", { by: stateCookies ? "provider" : "link" });
  const headers = setCookies([...(stateCookies ?? []), await forgetReturnPath(), ...login]);
  return redirect(await recallReturnPath(request), { status: 303, headers });
}

const setCookies = (cookies: string[]) =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const answer: LoginAnswer = actionData && "kind" in actionData ? actionData : loaderData;
  return (
    <>
      <LoginPage {...answer} />
      {actionData && "toast" in actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </>
  );
}
