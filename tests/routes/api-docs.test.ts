import { beforeAll, expect, test } from "vitest";
import { type App, openSampleApp, titlesOf, visibleText } from "../support/app.ts";

let app: App;
let page: string;
beforeAll(async () => {
  app = await openSampleApp();
  page = await (await app.fetch("/api/docs")).text();
});

test("the page names every call and schema of the document, and its links have targets", async () => {
  const { paths, components } = await (await app.fetch("/api/openapi.json")).json();
  const text = visibleText(page);
  expect(titlesOf(page)).toEqual(["API – Byline 2025"]);
  for (const [path, operations] of Object.entries<object>(paths)) {
    for (const method of Object.keys(operations)) expect(text).toContain(`${method.toUpperCase()} ${path}`);
  }
  for (const name of Object.keys(components.schemas)) expect(page).toContain(`id="shape-${name}"`);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/ href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(40);
  expect(targets.filter((id) => !ids.has(id) && id !== "closed")).toEqual([]);
});

test("the page describes the allowed values of each field in words", () => {
  const text = visibleText(page);
  expect(text).toContain("name text At most 200 characters.");
  expect(text).toContain("For: Organisers, with a login, or a token with the right program:write");
  expect(text).toContain("list of SpeakerInSession");
});

test("an overview names each call with what it does, and leads to its article", async () => {
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  type Call = { operationId: string; summary: string };
  const [overview = ""] = /<nav aria-labelledby="contents">.*?<\/nav>/s.exec(page) ?? [];
  const items = overview.split("<li>").slice(1);
  const listed = items.map((item) => [/href="#(\w+)"/.exec(item)?.[1], visibleText(item).trim()]);
  const calls = Object.entries<Record<string, Call>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary }]) => [
      operationId,
      `${method.toUpperCase()} ${path} ${summary}`,
    ]),
  );
  expect(listed.toSorted()).toEqual(calls.toSorted());
});

test("the page is public and independent of the Accept header", async () => {
  for (const [path, Accept] of [
    ["/api/docs?x=%ff&_routes=root", "nonsense/*;q=x"],
    ["/API/Docs", "application/json"],
  ] as const) {
    const response = await app.fetch(path, { headers: { Accept } });
    expect(response.status, path).toBe(200);
    expect(response.headers.get("Content-Type"), path).toBe("text/html; charset=utf-8");
  }
});
