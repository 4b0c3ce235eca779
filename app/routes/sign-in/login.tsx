import { data, Form, href, redirect, useNavigation } from "react-router";
import { loggedIn } from "#app/auth/auth.server.ts";
import {
  dropSignInStates,
  isSignInStart,
  SignInProblem,
  signInWithProvider,
} from "#app/auth/oauth.server.ts";
import {
  forgetReturnPath,
  recallReturnPath,
  rememberReturnPath,
  wantedPath,
} from "#app/auth/return-path.server.ts";
import { isListed } from "#app/auth/roles.server.ts";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { Toast } from "#app/components/toast.tsx";
import { conference } from "#app/conference/conference.ts";
import { errorPage, readForm } from "#app/http/form.server.ts";
import { keepForm } from "#app/http/keep-form.ts";
import { inMinutes, overLimitFor } from "#app/http/rate-limit.server.ts";
import { refusal } from "#app/http/refusal.ts";
import { purgeLoginSessions } from "#app/models/login/login-session.server.ts";
import { redeemSignInLink } from "#app/models/login/sign-in-link.server.ts";
import { removeFormerUsers, saveUser } from "#app/models/login/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { securityEvent } from "#app/platform/security-events.server.ts";
import { startLogin } from "#app/session.server.ts";
import type { Route } from "./+types/login";

export const meta = () => [];

// Not in the loader, which also runs after a refused post.
export const middleware: Route.MiddlewareFunction[] = [
  async function redirectWhoIsLoggedIn({ request, context }) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const hasLink = new URL(request.url).searchParams.has("link");
    // With a provider, somebody may want to log in with another account.
    if (isRead && !hasLink && !env.oauth && loggedIn(context)) throw redirect(await wantedPath(request), 303);
  },
];

/** GET /api/login: to the identity provider and back; `?link=` is a one-time link, which a button uses up. */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const link = searchParams.get("link");
  if (link !== null) return data({ kind: "link" as const, link });
  const remembering = await rememberReturnPath(request);
  if (!env.oauth) return data({ kind: "noProvider" as const }, { headers: setCookies(remembering) });

  if (isSignInStart(request)) await limitSignIns();
  try {
    const profile = await signInWithProvider(request);
    return await welcome(profile, request, dropSignInStates(request));
  } catch (error) {
    if (error instanceof Response) {
      for (const cookie of [...dropSignInStates(request), ...remembering]) {
        error.headers.append("Set-Cookie", cookie);
      }
      throw error;
    }
    if (!(error instanceof SignInProblem)) throw error;
    if (error.cause) log.warn({ error: error.cause }, "signing in failed");
    securityEvent("sign-in-refused", { reason: EVENT_REASONS[error.reason] });
    const status = error.reason === "providerDown" ? 503 : 403;
    // The start of the login has set a cookie: where none at all comes back, the browser takes none.
    const hasNoCookies = error.reason === "stateMismatch" && !request.headers.has("Cookie");
    const kind = hasNoCookies ? ("noCookies" as const) : error.reason;
    return data({ kind }, { status, headers: setCookies(remembering) });
  }
}

/** POST /api/login: uses a one-time link. */
export async function action({ request, context }: Route.ActionArgs) {
  await limitSignIns();
  const form = await readForm(request, ["link"]);
  const email = await redeemSignInLink(form.get("link") ?? "");
  if (email === null) {
    // The second half of a double click: the first one has logged them in.
    if (loggedIn(context)) return redirect(href("/admin"), 303);
    securityEvent("sign-in-refused", { reason: "link-not-good" });
    return data({ kind: "linkUsed" as const }, { status: 403 });
  }
  return welcome({ email }, request);
}

export const clientAction = keepForm(({ problem, status }) =>
  refusal(status, { description: problem ?? "Failed to log in. Please try again." }),
);

/** @throws an error page (429) where somebody's network has started too many logins. */
async function limitSignIns(): Promise<void> {
  const wait = await overLimitFor("signIn");
  if (wait === null) return;
  const message = `Many logins were started from your network in a short time. Try again in ${inMinutes(wait)}.`;
  throw errorPage(429, message, { "Retry-After": String(wait) });
}

/** What the log calls the reasons of the provider. */
const EVENT_REASONS = {
  providerDown: "provider-down",
  refused: "provider-refused",
  stateMismatch: "state-mismatch",
  unverified: "address-not-verified",
} as const;

/**
 * Signs an organiser or helper in under a new login, and turns everybody else away by name. `stateCookies` take
 * away what the provider's way left; who came by a link has none.
 */
async function welcome(
  profile: Parameters<typeof saveUser>[0],
  request: Request,
  stateCookies: string[] | null = null,
) {
  if (!isListed(profile.email)) {
    securityEvent("sign-in-refused", { reason: "not-listed" });
    // They may have been one, and then this is a good moment to forget what is known of them.
    await removeFormerUsers(isListed);
    return data({ kind: "notListed" as const, email: profile.email }, { status: 403 });
  }
  await purgeLoginSessions();
  const user = await saveUser(profile);
  const login = await startLogin(user.id, request.headers.get("User-Agent"));
  securityEvent("signed-in", { by: stateCookies === null ? "link" : "provider" });
  const headers = setCookies([...(stateCookies ?? []), await forgetReturnPath(), ...login]);
  return redirect(await recallReturnPath(request), { status: 303, headers });
}

const setCookies = (cookies: string[]) =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && "kind" in actionData ? actionData : loaderData;
  const { title, text } = WORDS[answer.kind];
  const isLoggingIn = useNavigation().formMethod === "POST";
  return (
    <PageFrame>
      <title>{`${title} – ${conference.name}`}</title>
      <div className="page-width page-body max-w-3xl">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-4">{text}</p>
        {"email" in answer && (
          <p className="mt-4">
            You signed in as <strong>{answer.email}</strong>.
          </p>
        )}
        {answer.kind === "noProvider" && (
          <pre className="mt-4 overflow-x-auto border border-rule bg-white p-4 text-base">
            <code>npm run admin:link -- you@example.com</code>
          </pre>
        )}
        {answer.kind === "link" && (
          <Form method="post" className="mt-8">
            <input type="hidden" name="link" value={answer.link} />
            <button type="submit" className="button" disabled={isLoggingIn}>
              Log in
            </button>
          </Form>
        )}
        {TRY_AGAIN.has(answer.kind) && (
          <p className="mt-8">
            <a href={href("/api/login")} className="button">
              Try again
            </a>
          </p>
        )}
      </div>
      {actionData && "toast" in actionData && <Toast key={actionData.answeredAt} {...actionData.toast} />}
    </PageFrame>
  );
}

const TRY_AGAIN = new Set([
  "providerDown",
  "refused",
  "stateMismatch",
  "noCookies",
  "unverified",
  "notListed",
]);

const NOT_LOGGED_IN = {
  title: "You were not logged in",
  text: "The login was cancelled, took too long, or was started in another browser.",
};

const WORDS = {
  link: {
    title: "Log in to the admin panel",
    text: "This link works once, within 15 minutes of being made.",
  },
  linkUsed: {
    title: "This link has been used or has expired",
    text: "A one-time link works once, within 15 minutes. Ask whoever runs this site for a new one.",
  },
  noProvider: {
    title: "Logging in needs a one-time link",
    text: "No identity provider is connected to this site. Whoever runs it can create a link for an organiser on the server, with this command:",
  },
  providerDown: {
    title: "The identity provider does not answer",
    text: "Logging in goes through another service, which cannot be reached right now. Nothing is lost; try again in a few minutes.",
  },
  refused: NOT_LOGGED_IN,
  stateMismatch: NOT_LOGGED_IN,
  noCookies: {
    title: "Logging in needs cookies",
    text: "Your browser sent none back. Allow cookies for this site, then try again. The same happens if a login was started in another browser.",
  },
  unverified: {
    title: "Your email address is not verified",
    text: "Verify it with your identity provider first, then log in again.",
  },
  notListed: {
    title: "You are not on the list of organisers",
    text: "This address may not use the admin panel. If it should, ask whoever runs this site to add it, or log in with another one.",
  },
};
