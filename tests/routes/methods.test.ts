import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { registration } from "../support/factories.ts";
import { send } from "../support/send.ts";

let server: OrganisedServer;
let documented: [path: string, methods: string[]][];
beforeAll(async () => {
  server = await startOrganisedServer();
  const { paths } = await (await server.send("GET", "/api/openapi.json")).json();
  documented = Object.entries(paths).map(([path, calls]) => [
    path.replaceAll(/\{\w+\}/g, "1"),
    Object.keys(calls as object).map((method) => method.toUpperCase()),
  ]);
});
afterAll(() => server.stop());

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  send(server.origin, { method, path, headers });
const methodsIn = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
  String(headers.allow).split(", ").toSorted();
const PAGES: [path: string, methods: string[]][] = [
  ["/", ["GET"]],
  ["/register", ["GET", "POST"]],
  ["/admin/delegates", ["GET", "POST"]],
  ["/admin/delegates.csv", ["GET"]],
  ["/api/docs", ["GET"]],
  ["/api/login", ["GET", "POST"]],
  ["/api/openapi.json", ["GET"]],
  ["/calendar.ics", ["GET"]],
  ["/favicon.svg", ["GET"]],
];
/** Images are read at the address to which they are sent. */
const allowed = (path: string, methods: string[]) => {
  const all = path.startsWith("/objects/") ? ["GET", ...methods] : methods;
  return [...all, ...(all.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
};

test("OPTIONS answers 204 with the methods of the path to every caller", async () => {
  expect(documented.length).toBeGreaterThan(12);
  for (const [path, methods] of [...documented, ...PAGES]) {
    for (const Cookie of ["", server.cookie]) {
      const answer = await ask("OPTIONS", path, { Cookie });
      expect([path, answer.status, answer.body]).toEqual([path, 204, ""]);
      expect(methodsIn(answer), path).toEqual(allowed(path, methods));
    }
  }
});

test("OPTIONS runs nothing: it reads no delegates and records no export", async () => {
  await server.send("POST", "/api/registrations", registration({ name: "Ona Oyelaran" }));
  const exports = async () =>
    (await (await server.send("GET", "/admin/delegates?history")).text()).split("exported").length;
  const before = await exports();
  const answer = await ask("OPTIONS", "/api/admin/delegates", { Cookie: server.cookie });
  expect([answer.status, answer.body]).toEqual([204, ""]);
  expect(await exports()).toBe(before);
});

test("a method that a path does not have gets 405 with those that it has", async () => {
  for (const [path, methods] of [...documented, ...PAGES]) {
    const others = ["POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.includes(method));
    for (const method of ["TRACE", "PROPFIND", "LINK", ...others]) {
      const answer = await ask(method, path, { Cookie: server.cookie, Origin: server.origin });
      const what = `${method} ${path}`;
      expect([what, answer.status]).toEqual([what, 405]);
      expect(methodsIn(answer), what).toEqual(allowed(path, methods));
      const isApi = /^\/(api|objects)\//.test(path);
      const message = `This address supports only ${answer.headers.allow}.`;
      // A form sent to a page gets a page (safety.test.ts). A public file is no page.
      if (isApi || method !== "POST" || path.startsWith("/calendar"))
        expect(answer.body, what).toBe(isApi ? JSON.stringify({ message }) : `${message}\n`);
    }
  }
});

test.each(["/api", "//api", "//api/program", "///API/x", "/api//program", "/api/nowhere", "/API/nowhere"])(
  "%s is 404 in JSON, with every method",
  async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
      const answer = await ask(method, path, { Origin: server.origin });
      expect([method, answer.status, answer.body]).toEqual([
        method,
        404,
        '{"message":"There is no such endpoint."}',
      ]);
      expect(answer.headers["content-type"]).toBe("application/json");
    }
  },
);

test.each([
  ["/api/program.data", 404],
  ["/api/nowhere.data", 404],
  ["/api/admin/delegates.data", 404],
  ["/api/admin/nowhere", 401],
  ["/api/%ff", 400],
  ["/api/program?x=%ff", 422],
])("%s is %s in JSON", async (path, status) => {
  const answer = await ask("GET", path);
  expect([answer.status, answer.headers["content-type"]]).toEqual([status, "application/json"]);
  expect(() => JSON.parse(answer.body)).not.toThrow();
});

test("a request from another site, or for no host, is refused in JSON below /API, too", async () => {
  const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  for (const answer of [
    await ask("POST", "/API/registrations", foreign),
    await ask("GET", "/api", { Host: "a b" }),
  ])
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      expect.toBeOneOf([400, 403]),
      { message: expect.any(String) },
    ]);
});
