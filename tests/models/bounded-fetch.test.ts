import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchJson } from "#app/http/bounded-fetch.server.ts";

/** Serves a JSON string of this many bytes. Returns its URL. */
async function serveJson(bytes: number): Promise<string> {
  const server = createServer((_, response) => response.end(`"${"x".repeat(bytes - 2)}"`));
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`;
}

test("a response of one mebibyte is read, a longer one is not", async () => {
  const most = 1024 * 1024;
  const { status, json } = await fetchJson(await serveJson(most));
  expect(status).toBe(200);
  expect(json).toHaveLength(most - 2);
  const tooLong = fetchJson(await serveJson(most + 1));
  await expect(tooLong).rejects.toThrow("/answer returned more than 1048576 bytes");
});
