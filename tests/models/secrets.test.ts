import * as crypto from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { createToken, findToken, readTokenEntry } from "#app/platform/api-token.server.ts";
import { useNewDataDir } from "../support/database.ts";

// Timing cannot be measured reliably on a busy machine, so the tests mock timingSafeEqual.
vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:crypto")>();
  return { ...original, timingSafeEqual: vi.fn(original.timingSafeEqual) };
});
const compare = vi.mocked(crypto.timingSafeEqual);
beforeEach(() => {
  compare.mockClear();
});

/** Returns true if the result depends only on timingSafeEqual. */
async function comparisonDecides(accepts: (isRight: boolean) => boolean | Promise<boolean>) {
  const usual = [await accepts(true), await accepts(false)];
  const lengths = compare.mock.calls.map(([given, expected]) => given.byteLength - expected.byteLength);
  compare.mockReturnValue(false);
  const acceptsRight = await accepts(true);
  compare.mockReturnValue(true);
  const acceptsWrong = await accepts(false);
  compare.mockReset();
  expect(lengths.length).toBeGreaterThanOrEqual(2);
  // timingSafeEqual throws if the lengths differ.
  expect(new Set(lengths)).toEqual(new Set([0]));
  expect(usual).toEqual([true, false]);
  return !acceptsRight && acceptsWrong;
}

test("an API token is compared with every entry in constant time, even after a match", async () => {
  const made = ["one", "two", "three"].map((name) => createToken(name, "read"));
  const entries = made.flatMap((each) => readTokenEntry(each?.entry ?? "") ?? []);
  for (const given of [...made.map((each) => each?.token ?? ""), "conf_wrong", ""]) {
    compare.mockClear();
    findToken(entries, given);
    expect(compare).toHaveBeenCalledTimes(3);
  }
  const [right = ""] = made.map((each) => each?.token);
  const accepts = (isRight: boolean) => findToken(entries, isRight ? right : "conf_wrong") !== null;
  expect(await comparisonDecides(accepts)).toBe(true);
});

test("the signature of an upload URL is compared in constant time for any length", async () => {
  useNewDataDir();
  const { createUploadUrl, isUploadUrlValid } = await import("#app/http/upload-url.server.ts");
  const url = new URL(createUploadUrl());
  const id = url.pathname.split("/").at(-1) ?? "";
  const altered = new URL(url);
  for (const signature of ["x", "", "x".repeat(43), "é"]) {
    altered.searchParams.set("signature", signature);
    expect(await comparisonDecides((isRight) => isUploadUrlValid(id, isRight ? url : altered))).toBe(true);
  }
});

test("the token of the metrics is compared in constant time", async () => {
  useNewDataDir();
  const token = "a-token-of-tests-that-is-long-enough";
  vi.stubEnv("METRICS_TOKEN", token);
  const { createMetrics } = await import("#app/server/middleware/metrics.server.ts");
  const { serveMetrics } = createMetrics({ routes: {}, render: () => Promise.reject() });
  const accepts = async (isRight: boolean) => {
    const authorization = `Bearer ${isRight ? token : "x"}`;
    const request = { method: "GET", url: "/metrics", headers: { authorization } } as IncomingMessage;
    const writeHead = vi.fn();
    await serveMetrics(request, { writeHead, end: () => {} } as unknown as ServerResponse, () => {});
    return writeHead.mock.calls[0]?.[0] === 200;
  };
  expect(await comparisonDecides(accepts)).toBe(true);
});
