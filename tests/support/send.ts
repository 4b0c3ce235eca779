import * as requests from "../faults/support/requests.ts";

export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  localAddress?: string;
};
export type Answer = Awaited<ReturnType<typeof send>>;

/** Sends a request on a new connection, without following redirects. https trusts only `ca`. */
export async function send(origin: string, sent: Sent, ca?: string) {
  // Node sends no length with the body of a DELETE.
  const length: Record<string, string> =
    sent.body === undefined ? {} : { "Content-Length": `${Buffer.byteLength(sent.body)}` };
  const headers = { ...length, ...sent.headers };
  const { text: body, ...answer } = await requests.send(origin, { ...sent, headers, agent: false, ca });
  return { ...answer, body };
}
