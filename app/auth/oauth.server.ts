import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { z } from "zod";
import { fetchJson } from "#app/http/bounded-fetch.server.ts";
import { STATE_COOKIE } from "#app/http/site-cookies.server.ts";
import type { UserProfile } from "#app/models/login/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { LoginRefusal } from "#app/platform/security-events.server.ts";

/** The login page shows a message for each reason, and the log names it. */
export class LoginProblem extends Error {
  reason: LoginRefusal;
  constructor(reason: LoginRefusal, cause?: unknown) {
    super(`Login failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The issuer must match OAUTH_ISSUER (OIDC Discovery 1.0, 4.3), apart from a final slash (4.1). */
function discoveryOf(issuer: string) {
  const endpoint = z.url({ protocol: issuer.startsWith("https:") ? /^https$/ : /^https?$/ });
  return z.object({
    issuer: z.string().refine((name) => withoutSlash(name) === withoutSlash(issuer), {
      error: ({ input }) =>
        `${JSON.stringify(input).slice(0, 200)} is not the issuer in OAUTH_ISSUER: ${issuer}`,
    }),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    userinfo_endpoint: endpoint,
  });
}

const withoutSlash = (url: string) => url.replace(/\/$/, "");

/** Rejects characters that would make `fetch` throw an error that quotes the token. */
const Tokens = z.object({ access_token: z.string().regex(/^[!-~]+$/) });
const Refusal = z.object({ error: z.string() });

const UserInfo = z.object({
  // The address is not normalised, because a look-alike could turn into an organiser's. `*` is
  // refused, because it is a wildcard in ADMIN_EMAILS.
  email: z.email({ pattern: z.regexes.html5Email }).regex(/^[^*]+$/),
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .optional()
    .catch(false),
  given_name: z.string().max(200).nullish().catch(null),
  family_name: z.string().max(200).nullish().catch(null),
  name: z.string().max(200).nullish().catch(null),
  picture: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish()
    .catch(null),
});

/** False for the provider's redirect back to the site, which has one of these parameters. */
export function isLoginStart(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return !["state", "error", "code"].some((name) => searchParams.has(name));
}

let strategy: ProviderStrategy | null = null;

/** Starts or completes a login. @throws a redirect to the provider, or a LoginProblem. */
export async function logInWithProvider(request: Request): Promise<UserProfile> {
  const { searchParams } = new URL(request.url);
  // Without `state`, the strategy would start again, so a provider's error would loop forever.
  if (!searchParams.get("state") && !isLoginStart(request)) throw new LoginProblem("provider-refused");
  try {
    strategy ??= await discoverStrategy();
    return await strategy.authenticate(request);
  } catch (error) {
    if (error instanceof Response || error instanceof LoginProblem) throw error;
    throw new LoginProblem(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): LoginRefusal {
  if (error instanceof OAuth2RequestError) return "provider-refused";
  const isMismatch = error instanceof ReferenceError || error instanceof RangeError;
  return isMismatch ? "state-mismatch" : "provider-down";
}

type OAuth2Tokens = Awaited<ReturnType<OAuth2Strategy<UserProfile>["validateAuthorizationCode"]>>;

class ProviderStrategy extends OAuth2Strategy<UserProfile> {
  /** `?again` makes the provider ask for the password (OIDC Core 1.0, 3.1.2.1). */
  protected override authorizationParams(params: URLSearchParams, request: Request): URLSearchParams {
    if (new URL(request.url).searchParams.has("again")) params.set("prompt", "login");
    return params;
  }

  /** Exchanges the code (RFC 6749, 4.1.3) with size and time limits, which the library lacks. */
  protected override async validateAuthorizationCode(code: string, verifier: string): Promise<OAuth2Tokens> {
    const { clientId, clientSecret, redirectURI, tokenEndpoint } = this.options;
    const { status, json } = await fetchJson(String(tokenEndpoint), {
      method: "POST",
      redirect: "error",
      headers: {
        Accept: "application/json",
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: String(redirectURI),
        code_verifier: verifier,
      }),
    });
    const refusal = Refusal.safeParse(json);
    if ((status === 400 || status === 401) && refusal.success)
      throw new OAuth2RequestError(refusal.data.error, null, null, null);
    if (status !== 200) throw new Error(`The token endpoint returned ${status}`);
    const { access_token } = Tokens.parse(json);
    return { accessToken: () => access_token } as OAuth2Tokens;
  }
}

/** @throws LoginProblem if the provider cannot be reached. */
export const checkProvider = async (): Promise<void> => void (await discoverStrategy());

async function discoverStrategy(): Promise<ProviderStrategy> {
  if (!env.oauth) throw new Error("There is no identity provider to ask");
  const { issuer, clientId, clientSecret } = env.oauth;
  const document = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const endpoints = await getJson(document, discoveryOf(issuer));
  return new ProviderStrategy(
    {
      clientId,
      clientSecret,
      authorizationEndpoint: endpoints.authorization_endpoint,
      tokenEndpoint: endpoints.token_endpoint,
      redirectURI: `${env.SITE_ORIGIN}/api/login`,
      scopes: ["openid", "email", "profile"],
      cookie: STATE_COOKIE,
    },
    ({ tokens }) => getProfile(endpoints.userinfo_endpoint, tokens.accessToken()),
  );
}

/** Requires a verified email address, or OAUTH_TRUST_EMAIL, because Microsoft omits the claim. */
async function getProfile(endpoint: string, accessToken: string): Promise<UserProfile> {
  const info = await getJson(endpoint, UserInfo, {
    headers: { Authorization: `Bearer ${accessToken}` },
    redirect: "error",
  });
  const isVerified = info.email_verified ?? env.oauth?.trustsEmail;
  if (isVerified !== true) throw new LoginProblem("address-not-verified");
  return {
    email: info.email.toLowerCase(),
    firstName: info.given_name ?? info.name ?? null,
    lastName: info.family_name ?? null,
    profileImageUrl: info.picture ?? null,
  };
}

async function getJson<T extends z.ZodType>(url: string, schema: T, init: RequestInit = {}) {
  try {
    const { status, json } = await fetchJson(url, init);
    if (status !== 200) throw new Error(`${new URL(url).pathname} returned ${status}`);
    return schema.parse(json);
  } catch (error) {
    throw new LoginProblem("provider-down", error);
  }
}
