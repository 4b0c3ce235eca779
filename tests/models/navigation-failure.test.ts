import { type DataRouter, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { keepScreenOnFailure, registerScreen } from "#app/http/navigation-failure.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Runs a request for a page's data whose loader answers 401, and returns what the router gets. */
async function loadWithoutLogin(navigation: "idle" | "loading") {
  vi.stubGlobal("window", globalThis);
  const state = { revalidation: "loading", navigation: { state: navigation } };
  const leave = registerScreen({ router: { state } as DataRouter, say: () => expect.fail("no message") });
  const refused = { type: "error" as const, result: new ErrorResponse(401, "", {}) };
  const args = { request: new Request("http://site/admin"), params: {} };
  const next = async () => ({ list: refused, layout: { type: "data" as const, result: 1 } });
  const results = await keepScreenOnFailure(args as Parameters<typeof keepScreenOnFailure>[0], next);
  leave();
  return Object.keys(results ?? {});
}

test("a page that refreshes itself keeps what it shows if the login has ended", async () => {
  expect(await loadWithoutLogin("idle")).toEqual(["layout"]);
});

test("a page opened during a refresh shows that the login has ended", async () => {
  expect(await loadWithoutLogin("loading")).toEqual(["list", "layout"]);
});
