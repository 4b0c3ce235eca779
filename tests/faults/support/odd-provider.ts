// An OpenID provider whose responses the test controls.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Answer =
  | { status?: number; type?: string; headers?: Record<string, string>; body: unknown }
  | "hangUp"
  | "endless"
  | "slow";

/** Starts the provider on a free port on 127.0.0.1. A test changes its responses in `says`. */
export async function startOddProvider() {
  const says = {
    userinfo: {} as unknown,
    /** Replacement responses by endpoint. */
    instead: {} as Partial<Record<"discovery" | "token" | "userinfo", Answer>>,
    /** Bytes of endless responses that the site has accepted. */
    taken: 0,
  };
  const challenges = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    if (pathname.startsWith("/.well-known/")) return answer(response, "discovery", endpoints);
    if (pathname === "/authorize") return response.writeHead(302, { Location: wayBack(searchParams) }).end();
    if (pathname === "/token") return answer(response, "token", await tokenFor(request, response));
    if (pathname === "/userinfo") return answer(response, "userinfo", says.userinfo);
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoints = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
  };

  function answer(response: ServerResponse, at: keyof typeof says.instead, usual: unknown): void {
    const instead = says.instead[at];
    if (instead !== "endless" && instead !== "slow") {
      send(response, instead, usual);
      return;
    }
    response.writeHead(200, { "Content-Type": "application/json", Connection: "close" });
    response.write('{"a":"');
    pour(response, instead === "endless" ? MUCH : LITTLE);
  }

  /** Writes as fast as the client reads, or one byte five times a second. */
  function pour(response: ServerResponse, bytes: Buffer): void {
    if (response.destroyed) return;
    says.taken += bytes.length;
    const goOn = () => setTimeout(() => pour(response, bytes), bytes === MUCH ? 0 : 200);
    if (response.write(bytes)) goOn();
    else response.once("drain", goOn);
  }

  /** The URL that sends the browser back to the site, with a one-time code. */
  function wayBack(authorization: URLSearchParams): string {
    const code = randomUUID();
    challenges.set(code, authorization.get("code_challenge") ?? "");
    const back = new URL(authorization.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", authorization.get("state") ?? "");
    return back.href;
  }

  async function tokenFor(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const form = new URLSearchParams(await text(request));
    const challenge = challenges.get(form.get("code") ?? "");
    challenges.delete(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!challenge || verifier !== challenge) {
      response.statusCode = 400;
      return { error: "invalid_grant" };
    }
    return { access_token: ACCESS_TOKEN, token_type: "Bearer", expires_in: 60 };
  }

  return {
    issuer,
    says,
    settings: {
      OAUTH_ISSUER: issuer,
      OAUTH_CLIENT_ID: "byline",
      OAUTH_CLIENT_SECRET: "a secret of this provider",
    },
    /** The redirect to the site, for a browser that the site sent to `start`. */
    wayBackFrom: (start: string) => wayBack(new URL(start).searchParams),
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const ACCESS_TOKEN = "an-access-token-that-belongs-in-no-log";

function send(
  response: ServerResponse,
  instead: Exclude<Answer, "endless" | "slow"> | undefined,
  usual: unknown,
): void {
  if (instead === "hangUp") {
    response.destroy();
    return;
  }
  const {
    status = response.statusCode,
    type = "application/json",
    headers = {},
    body,
  } = instead ?? { body: usual };
  response.writeHead(status, { "Content-Type": type, Connection: "close", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

const [MUCH, LITTLE] = [Buffer.alloc(64 * 1024, "a"), Buffer.from("a")];

export type OddProvider = Awaited<ReturnType<typeof startOddProvider>>;
