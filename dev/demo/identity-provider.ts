// A local OpenID Connect provider for the demo and the tests, not for real sites. It has one
// organiser, one stranger and no passwords. Its pages load no external resources.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { interactionPolicy, Provider } from "oidc-provider";

export const OIDC_CLIENT = { id: "byline", secret: "a-secret-between-the-demo-and-its-provider" };

/** `verified` is the provider's claim about the email address; undefined without a claim. */
export type Account = {
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  verified: boolean | undefined;
};

export const ACCOUNTS: Account[] = [
  {
    id: "organiser",
    email: "organiser@example.com",
    givenName: "Olive",
    familyName: "Organ",
    verified: true,
  },
  {
    id: "stranger",
    email: "stranger@example.com",
    givenName: "Sasha",
    familyName: "Strange",
    verified: true,
  },
];

/** Starts the provider on 127.0.0.1. `port` 0 picks a free port. Returns the issuer and `stop`. */
export async function startIdentityProvider({
  port,
  siteOrigin,
  accounts = ACCOUNTS,
}: {
  port: number;
  siteOrigin: string;
  accounts?: Account[];
}) {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = makeProvider(issuer, siteOrigin, accounts);
  const callback = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    return interact(provider, accounts, request, response).catch((error: unknown) => {
      response.writeHead(400, { "Content-Type": "text/plain" }).end(String(error));
    });
  };
  return {
    issuer,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function makeProvider(issuer: string, siteOrigin: string, accounts: Account[]): Provider {
  // Asks for the account each time, so users of the demo can switch accounts.
  const policy = interactionPolicy.base();
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check("always_ask", "Choose an account", (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [`${siteOrigin}/api/login`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    cookies: { keys: ["only for the demo"] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, id) => {
      const account = accounts.find((one) => one.id === id);
      return account && { accountId: id, claims: () => claimsOf(account) };
    },
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

const claimsOf = ({ id, email, verified, givenName, familyName }: Account) => ({
  sub: id,
  email,
  email_verified: verified,
  given_name: givenName,
  family_name: familyName,
});

/** Shows the page for choosing an account, and handles the choice. */
async function interact(
  provider: Provider,
  accounts: Account[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method === "POST") {
    const accountId = new URLSearchParams(await text(request)).get("account") ?? "";
    const result = accountId === "" ? { error: "access_denied" } : { login: { accountId } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  const buttons = accounts.map(
    ({ id, email, givenName, familyName }) =>
      `<p><button name="account" value="${id}">${givenName} ${familyName}, ${email}</button></p>`,
  );
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Demo identity provider</title><body style="font:18px/1.5 system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem">
<h1>Choose an account</h1><form method="post">${buttons.join("")}<p><button name="account" value="">Cancel</button></p></form>`);
}
