import { beforeAll, expect, test } from "vitest";
import { formPost } from "../support/app.ts";
import { registrationForm } from "../support/factories.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";
import { insertLink } from "../support/organiser.ts";

beforeAll(() => openOrganised());

async function expectKeptByNobody(what: string, answer: Response): Promise<void> {
  await answer.arrayBuffer();
  expect(answer.headers.get("Cache-Control"), what).toMatch(/^(private, )?no-store$/);
}

test("the page after registering is personal, with or without the toast, for any method", async () => {
  const form = registrationForm();
  const made = await app.fetch("/register", formPost(form));
  const confirmed = made.headers.get("Location") ?? "";
  expect(confirmed).toBe(`/register?confirmed=${form.formId}`);
  await expectKeptByNobody("the redirect", made);
  const toast = made.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const starts = ["/register?type=pr_pass&", "/REGISTER?", "/register.data?"];
  const others = starts.map((start) => confirmed.replace("/register?", start));
  for (const Cookie of ["", toast, "campaign=autumn", organiser.cookie]) {
    for (const path of [confirmed, ...others, "/register?confirmed=nobody"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await app.fetch(path, { method, headers: { Cookie } });
        await expectKeptByNobody(`${method} ${path} with ${Cookie.split("=", 1)[0]}`, answer);
      }
    }
  }
});

test("other personal responses without a login are not cached either", async () => {
  await app.fetch("/register", formPost(registrationForm()));
  const token = app.sqlite.prepare("select link_token from delegates limit 1").pluck().get();
  const link = insertLink(app.sqlite);
  const Cookie = organiser.cookie.split("; ").find((pair) => pair.startsWith("had-login=")) ?? "";
  const kept = await app.fetch("/admin/speakers?add=", formPost({ name: "Typed" }, { Cookie }));
  await expectKeptByNobody("a draft that is kept", kept);
  const draft = app.sqlite.prepare("select id from drafts").pluck().get();
  const addresses = [
    ...[`/registration/${token}`, `/registration/${token}/cancel`, `/registration/${token}/calendar.ics`],
    ...[`/registration/${token}.data`, `/registration/${token}/cancel.data`],
    ...["/registration/nobody", `/admin/speakers?add=&draft=${draft}`],
    ...[`/api/login?link=${link}`, "/api/login?to=/admin/delegates", "/api/login?error=denied&state=x"],
  ];
  for (const path of addresses)
    for (const method of ["GET", "HEAD"])
      await expectKeptByNobody(`${method} ${path}`, await app.fetch(path, { method }));
});
