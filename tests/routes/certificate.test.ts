import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../support/app.ts";
import { insertDelegate } from "../support/delegates.ts";
import { app, db, openOrganised, organiser } from "../support/organised.ts";

beforeEach(() => openOrganised());

const read = async (path: string) => {
  const answer = await app.fetch(path);
  return { status: answer.status, text: visibleText(await answer.text()), headers: answer.headers };
};
const NOT_YET = "There is no certificate, because you have not been checked in at Byline 2025.";

test("a certificate exists only while its delegate is checked in, and only then does the private page lead to it", async () => {
  const id = insertDelegate(app.sqlite, { status: "confirmed" });
  const path = `/registration/${db.value("select link_token from delegates where id = ?", id)}`;
  const door = (intent: string) => organiser.post("/admin/delegates/door", { intent, id: String(id) });
  const isRefused = async () => {
    const { status, text } = await read(`${path}/certificate`);
    expect([status, text]).toEqual([404, expect.stringContaining(NOT_YET)]);
    expect(text).not.toContain("Noor");
    expect((await read(path)).text).not.toContain("Certificate of attendance");
  };
  await isRefused();
  await door("check-in");
  const { status, text, headers } = await read(`${path}/certificate`);
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(text).toContain(
    "Certificate of Attendance Noor Haddad attended Byline 2025 Thursday 11 September 2025 The Composing Room, 48 Galley Lane, Ultimo NSW 2007 Registration",
  );
  expect((await read(path)).text).toContain("Certificate of attendance");
  await door("undo-check-in");
  await isRefused();
});

test("without a registration at the link, there is no certificate", async () => {
  const { status, text } = await read(`/registration/${"0".repeat(32)}/certificate`);
  expect([status, text]).toEqual([404, expect.stringContaining("We can’t find a registration")]);
});
