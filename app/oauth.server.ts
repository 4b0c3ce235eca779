// Signing in with any OpenID Connect provider, found by discovery when somebody first asks.
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { forgetNumbered, stateCookieOptions } from "#app/http/site-cookies.server.ts";
import type { UserProfile } from "#app/models/user.server.ts";

/** Why nobody was signed in; the login page has a sentence for each. */
export class SignInProblem extends Error {
  reason: "providerDown" | "refused" | "stateMismatch" | "unverified";
  constructor(reason: SignInProblem["reason"], cause?: unknown) {
    super(`Signing in failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

const PATIENCE_MS = 5_000;
const STATE_KEPT_S = 600;

const Discovery = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
});

const UserInfo = z.object({
  email: z.email(),
  // Some providers send the word instead of the value.
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .optional()
    .catch(false),
  given_name: z.string().nullish().catch(null),
  family_name: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  picture: z.url().nullish().catch(null),
});

/** Whether somebody wants to sign in, as against coming back from the provider. */
export function isSignInStart(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return !["state", "error", "code"].some((name) => searchParams.has(name));
}

let strategy: OAuth2Strategy<UserProfile> | null = null;

/**
 * Starts signing in, or ends it when the provider sent the visitor back with `code` and `state`.
 * @throws a redirect to the provider, or a SignInProblem.
 */
export async function signInWithProvider(request: Request): Promise<UserProfile> {
  const { searchParams } = new URL(request.url);
  // The strategy takes what has no state, or an empty one, for a start: an error would send the visitor
  // round and round.
  if (!searchParams.get("state") && !isSignInStart(request)) throw new SignInProblem("refused");
  try {
    strategy ??= await discoverStrategy();
    return await strategy.authenticate(request);
  } catch (error) {
    if (error instanceof Response || error instanceof SignInProblem) throw error;
    throw new SignInProblem(reasonOf(error), error);
  }
}

/** The provider said no, the state is not the visitor's, or else the provider did not answer well. */
function reasonOf(error: unknown): SignInProblem["reason"] {
  if (error instanceof OAuth2RequestError) return "refused";
  const isMismatch = error instanceof ReferenceError || error instanceof RangeError;
  return isMismatch ? "stateMismatch" : "providerDown";
}

/** Set-Cookie headers that take away the states of earlier tries, which otherwise pile up. */
export const dropSignInStates = (request: Request): string[] => forgetNumbered(request, "oauth-state");

async function discoverStrategy(): Promise<OAuth2Strategy<UserProfile>> {
  if (!env.oauth) throw new Error("There is no identity provider to ask");
  const { issuer, clientId, clientSecret } = env.oauth;
  const endpoints = await getJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, Discovery);
  return new OAuth2Strategy<UserProfile>(
    {
      clientId,
      clientSecret,
      authorizationEndpoint: endpoints.authorization_endpoint,
      tokenEndpoint: endpoints.token_endpoint,
      redirectURI: `${env.SITE_ORIGIN}/api/login`,
      scopes: ["openid", "email", "profile"],
      cookie: stateCookieOptions(STATE_KEPT_S),
    },
    ({ tokens }) => getProfile(endpoints.userinfo_endpoint, tokens.accessToken()),
  );
}

/**
 * Who the provider says has signed in; only with an address that it has verified, or, with OAUTH_TRUST_EMAIL,
 * of which it says nothing: Microsoft's never do.
 */
async function getProfile(endpoint: string, accessToken: string): Promise<UserProfile> {
  const info = await getJson(endpoint, UserInfo, { Authorization: `Bearer ${accessToken}` });
  const isVerified = info.email_verified ?? env.oauth?.trustsEmail;
  if (isVerified !== true) throw new SignInProblem("unverified");
  return {
    email: info.email.toLowerCase(),
    firstName: info.given_name ?? info.name ?? null,
    lastName: info.family_name ?? null,
    profileImageUrl: info.picture ?? null,
  };
}

async function getJson<T extends z.ZodType>(
  url: string,
  schema: T,
  headers: HeadersInit = {},
): Promise<z.output<T>> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
    return schema.parse(await response.json());
  } catch (error) {
    throw new SignInProblem("providerDown", error);
  }
}
