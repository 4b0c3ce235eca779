// Requests whose connection and timing a test controls.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { request as secureRequest } from "node:https";
import { registration } from "../../support/factories.ts";
import { aFormId } from "../../support/form-id.ts";

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names of all headers, also of repeated ones. */
  names: string[];
  bytes: Buffer;
  text: string;
  /** False if the connection broke during the response. */
  isComplete: boolean;
};
type Sending = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  agent?: Agent | false;
  /** The target as written, if a URL would change it. */
  path?: string;
  localAddress?: string;
  /** The only certificate that https trusts. */
  ca?: string;
};

/** Sends a whole request. @throws if the connection breaks before a response begins. */
export function send(url: string, { body, ...options }: Sending = {}): Promise<Answer> {
  const slow = sendSlowly(url, options);
  slow.finish(body);
  return slow.answer;
}

/** A request whose body the test sends later. */
export function sendSlowly(url: string, options: Omit<Sending, "body"> = {}) {
  const start = url.startsWith("https:") ? secureRequest : request;
  const sent = start(url, options);
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", () => {});
      response.once("close", () => {
        const bytes = Buffer.concat(chunks);
        const names = response.rawHeaders
          .filter((_, index) => index % 2 === 0)
          .map((name) => name.toLowerCase());
        const { statusCode: status = 0, headers, complete: isComplete } = response;
        resolve({ status, headers, names, bytes, text: bytes.toString(), isComplete });
      });
    });
  });
  const handedOver = new Promise<void>((resolve) => sent.once("finish", () => resolve()));
  return {
    answer,
    /** Resolves when the last byte has left this process. */
    handedOver,
    write: (part: string | Uint8Array) => sent.write(part),
    finish: (part?: string | Uint8Array) => sent.end(part),
  };
}

/** An agent that keeps at most this many connections. */
export const connections = (count: number): Agent => new Agent({ keepAlive: true, maxSockets: count });

export const byForm = (email: string, formId: string = aFormId(), more: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(registration({ email, formId, ...more })).toString(),
});

export const byApi = (email: string, more: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(registration({ email, ...more })),
});

/** Registers a person: by form if the index is even, otherwise by API call. */
export const register = (
  origin: string,
  email: string,
  index: number,
  answers: Record<string, string> = {},
  agent?: Agent,
): Promise<Answer> =>
  index % 2 === 0
    ? send(`${origin}/register`, { ...byForm(email, aFormId(), answers), agent })
    : send(`${origin}/api/registrations`, { ...byApi(email, answers), agent });

const OWN = { "Sec-Fetch-Site": "same-origin" };

/** Sends a form of the site, as a browser with this cookie does. */
export const submit = (
  { origin }: { origin: string },
  Cookie: string,
  path: string,
  fields: Record<string, string> | URLSearchParams,
): Promise<Answer> =>
  send(origin + path, {
    method: "POST",
    headers: { ...OWN, Cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

export const get = ({ origin }: { origin: string }, Cookie: string, path: string): Promise<Answer> =>
  send(origin + path, { headers: { ...OWN, Cookie } });

/** The toast that a response sets for the next page. */
export function toastOf({ headers }: Answer): string {
  const [, value = ""] = /toast=([^;]+)/.exec(String(headers["set-cookie"])) ?? [];
  return Buffer.from(decodeURIComponent(value).split(".", 1)[0] ?? "", "base64").toString();
}

/** A new upload URL of the site, with the request that PUTs an image there. */
export async function newUpload({ origin }: { origin: string }, Cookie: string, body?: Uint8Array) {
  const headers = { ...OWN, Cookie };
  const { text } = await send(`${origin}/api/objects/upload`, { method: "POST", headers });
  const { pathname, search } = new URL(JSON.parse(text).uploadURL);
  return { url: `${origin}${pathname}${search}`, sending: { method: "PUT", headers, body } };
}

/** True if a registration was acknowledged: 303 for a form, 201 for a JSON call. */
export const isAcknowledged = ({ status }: Answer): boolean => status === 303 || status === 201;
