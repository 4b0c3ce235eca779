import { type IncomingHttpHeaders, request } from "node:http";
import { request as secureRequest } from "node:https";

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  names: string[];
  bytes: Buffer;
  body: string;
};
export type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  localAddress?: string;
};

/** Sends a request on a new connection, without following redirects. https trusts only `ca`. */
export function send(
  origin: string,
  { method = "GET", path, headers = {}, body, localAddress }: Sent,
  ca?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(origin);
    const start = protocol === "https:" ? secureRequest : request;
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const all = { ...length, ...headers };
    const options = { hostname, port, path, method, headers: all, agent: false, ca, localAddress };
    const sent = start(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.once("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          names: response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
          bytes,
          body: bytes.toString(),
        });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
