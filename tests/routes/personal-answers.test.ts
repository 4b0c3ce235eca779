// What is somebody's although nobody has signed in: kept by no cache, however it is asked for.
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrganisedServer, startOrganisedServer } from "../faults/support/organised-server.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";

let server: OrganisedServer;
let sqlite: Database.Database;
beforeAll(async () => {
  server = await startOrganisedServer();
  sqlite = new Database(join(server.dataDir, "conference.db"), { readonly: true });
});
afterAll(() => server.stop());

const NOBODY = { Cookie: "" };
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

async function expectKeptByNobody(what: string, answer: Response): Promise<void> {
  await answer.arrayBuffer();
  expect(answer.headers.get("Cache-Control"), what).toMatch(/^(private, )?no-store$/);
}

test("what a visitor sees after registering is theirs alone, with or without the toast, by any method", async () => {
  const formId = aFormId();
  const made = await server.send("POST", "/register", form({ ...registration(), formId }), NOBODY);
  const confirmed = made.headers.get("Location") ?? "";
  expect(confirmed).toBe(`/register?confirmed=${formId}`);
  await expectKeptByNobody("the redirect", made);
  const toast = made.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  for (const Cookie of ["", toast, "campaign=autumn", server.cookie]) {
    for (const path of [
      confirmed,
      confirmed.replace("/register?", "/register?type=pr_pass&"),
      confirmed.replace("/register?", "/REGISTER?"),
      confirmed.replace("/register?", "/register.data?"),
      "/register?confirmed=nobody",
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await server.send(method, path, undefined, { Cookie });
        await expectKeptByNobody(`${method} ${path} with ${Cookie.split("=", 1)[0]}`, answer);
      }
    }
  }
});

test("every other answer that is somebody's without a login is kept by nobody either", async () => {
  await server.send("POST", "/register", form({ ...registration(), formId: crypto.randomUUID() }), NOBODY);
  const token = sqlite.prepare("select link_token from delegates limit 1").pluck().get();
  const visit = server.cookie.split("; ").find((cookie) => cookie.startsWith("had-login=")) ?? "";
  const kept = await server.send("POST", "/admin/speakers?add=", form({ name: "Typed" }), { Cookie: visit });
  await expectKeptByNobody("a draft that is kept", kept);
  const draft = sqlite.prepare("select id from drafts").pluck().get();
  const addresses = [
    ...[`/registration/${token}`, `/registration/${token}/cancel`, `/registration/${token}/calendar.ics`],
    ...[`/registration/${token}.data`, `/registration/${token}/cancel.data`],
    // Where the private link was before.
    ...[`/register?registration=${token}`, `/register?registration=${token}&cancel`],
    ...[`/register?registration=${token}&calendar`, `/register.data?registration=${token}`],
    ...["/registration/nobody", "/register?registration=nobody", `/admin/speakers?add=&draft=${draft}`],
    ...[
      `/api/login?link=${server.link}`,
      "/api/login?to=/admin/delegates",
      "/api/login?error=denied&state=x",
    ],
  ];
  for (const path of addresses)
    for (const method of ["GET", "HEAD"])
      await expectKeptByNobody(`${method} ${path}`, await server.send(method, path, undefined, NOBODY));
});

test("what is the same for everybody may still be kept", async () => {
  for (const path of [
    "/",
    "/?session=2",
    "/?speaker=1",
    "/privacy",
    "/api/program",
    "/calendar.ics",
    "/og.png",
  ]) {
    const answer = await server.send("GET", path, undefined, NOBODY);
    await answer.arrayBuffer();
    expect(answer.headers.get("Cache-Control"), path).toMatch(/^public, /);
  }
});
