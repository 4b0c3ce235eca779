import type { ServerResponse } from "node:http";

export type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** Answers with one sentence: as JSON to a call, else as plain text. */
export function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  const isApi = response.req.url?.startsWith("/api/");
  response.writeHead(status, {
    "Content-Type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(isApi ? JSON.stringify({ message }) : `${message}\n`);
}
