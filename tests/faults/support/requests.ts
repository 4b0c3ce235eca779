// Requests over real connections, where the test decides which connection and when each byte goes.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { registration } from "../../support/factories.ts";
import { aFormId } from "../../support/form-id.ts";

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** False where the connection broke within the answer. */
  isComplete: boolean;
};
type Sending = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  agent?: Agent | false;
};

/** Sends a request at once. @throws where the connection breaks before an answer has begun. */
export function send(url: string, { body, ...options }: Sending = {}): Promise<Answer> {
  const slow = sendSlowly(url, options);
  slow.finish(body);
  return slow.answer;
}

/** A request whose body goes when the test says so. */
export function sendSlowly(url: string, { method = "GET", headers = {}, agent }: Omit<Sending, "body"> = {}) {
  const sent = request(url, { method, headers, agent });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", () => {});
      response.once("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          isComplete: response.complete,
        }),
      );
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

/** Connections that are kept open, at most so many. */
export const connections = (count: number): Agent => new Agent({ keepAlive: true, maxSockets: count });

/** A registration by form: a Sending to /register. */
export function byForm(email: string, formId: string = aFormId()) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(registration({ email, formId })).toString(),
  };
}

/** A registration by the JSON call: a Sending to /api/registrations. */
export function byApi(email: string) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(registration({ email })),
  };
}

/** Whether a registration was acknowledged: 303 by form, 201 by the JSON call. */
export const isAcknowledged = ({ status }: Answer): boolean => status === 303 || status === 201;
