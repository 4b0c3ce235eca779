// A request as it is: nothing added but the length of its body, no redirect followed.
import { type IncomingHttpHeaders, request } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; names: string[]; body: string };
export type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** Sends it to an origin on a connection of its own; `names` has every header's name as often as it came. */
export function send(origin: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const options = { hostname, port, path, method, headers: { ...length, ...headers }, agent: false };
    const sent = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          names: response.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
          body: text,
        }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
