import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { formPost, visibleText } from "../support/app.ts";
import { offerPlaceLikeThatOf } from "../support/delegates.ts";
import { registration } from "../support/factories.ts";
import { aFormId } from "../support/form-id.ts";
import { startMailServer } from "../support/mail-server.ts";
import { newFolder } from "../support/new-folder.ts";
import { app, openOrganised, organiser } from "../support/organised.ts";
import { ORGANISER } from "../support/organiser.ts";
import { addressesOf } from "../support/routes.ts";
import { startServer } from "../support/server.ts";

const SAMPLE_WORDS =
  /\bpress(es)?\b|accredit|journalist|\bB2[BC]\b|media stream|tech stream|mass media|business media|media professional|\b(PR|media)[ _]pass/gi;

const EXAMPLES = {
  large: { file: "examples/large/conference.json", passes: ["day", "student", "evening"] },
  meetup: { file: "examples/meetup.json", passes: ["seat"] },
};

/** Students are asked where they study. */
const OWN_ANSWERS = { "answers.school": "Lakeside College" };

const settingsOf = (file: string) => ({ NOTIFY_EMAIL: ORGANISER, CONFERENCE_FILE: file });

const setClock = () => void vi.useFakeTimers({ now: new Date("2026-11-20T10:00:00Z"), toFake: ["Date"] });
async function open({ file, passes }: (typeof EXAMPLES)["large"]) {
  setClock();
  await openOrganised(settingsOf(file));
  app.sqlite.exec("delete from connections; delete from speakers; delete from program_sessions");
  app.sqlite.exec("delete from changes; delete from sqlite_sequence");
  if (passes.length > 1) {
    const { importLargeConference } = await import("../../dev/demo/large-conference.ts");
    await importLargeConference();
  }
  for (const registrationType of passes) {
    const answers = { registrationType, email: `${registrationType}@example.org`, formId: aFormId() };
    const { favoredStream: _, ...form } = registration(answers);
    expect(
      (await app.fetch("/register", formPost({ ...form, ...OWN_ANSWERS }))).status,
      registrationType,
    ).toBe(303);
  }
}

/** Lists each sample word in a text, with where it was found and the text around it. */
const found = (where: string, text: string) =>
  [...text.matchAll(SAMPLE_WORDS)].map(({ index }) => `${where}: ${text.slice(index - 30, index + 30)}`);

describe.each(Object.entries(EXAMPLES))("%s", (_, example) => {
  beforeAll(() => open(example));
  beforeEach(setClock);

  test("no page, calendar, list or response has a word of the sample", async () => {
    const token = app.sqlite.prepare("select link_token from delegates").pluck().get();
    const ids = (table: string) => app.sqlite.prepare(`select id from ${table}`).pluck().all() as number[];
    const screens = new Set([
      ...addressesOf(app).map(({ address }) => address),
      ...ids("program_sessions").flatMap((id) => [`/?session=${id}`, `/calendar/${id}.ics`]),
      ...ids("speakers").map((id) => `/?speaker=${id}`),
      ...["", "/cancel", "/calendar.ics"].map((view) => `/registration/${token}${view}`),
      ...["/register?type=student", "/admin?history", "/admin/delegates.csv", "/admin/delegates/1?edit="],
      ...["speakers", "program"].flatMap((list) => [`/admin/${list}?add=`, `/admin/${list}?edit=1`]),
      ...["door", "walk-in", "badges", "door-list", "1", "1/personal-data.json"].map(
        (view) => `/admin/delegates/${view}`,
      ),
    ]);
    const { eventCard, getSessionCard } = await import("#app/sharing/card-facts.server.ts");
    expect(eventCard.dateline + eventCard.headline).toMatch(/Tidewater|Knit Night/);
    const cards = await Promise.all(ids("program_sessions").map(getSessionCard));
    expect(found("a card", JSON.stringify([eventCard, ...cards]))).toEqual([]);
    expect(screens.size).toBeGreaterThan(40);
    expect((await organiser.get("/admin/delegates")).status).toBe(200);
    for (const path of screens) {
      const isPanel = /^\/(api\/)?admin/.test(path);
      const answer = await (isPanel ? organiser.get(path) : app.fetch(path));
      if (!/^(text|application)\/(?!javascript)/.test(answer.headers.get("Content-Type") ?? "")) continue;
      const text = await answer.text();
      const read = answer.headers.get("Content-Type")?.startsWith("text/html") ? visibleText(text) : text;
      expect(found(path, read)).toEqual([]);
    }
  });

  test("no letter has a word of the sample", async () => {
    const dataDir = newFolder();
    app.sqlite.prepare("vacuum into ?").run(join(dataDir, "conference.db"));
    const sqlite = new Database(join(dataDir, "conference.db"));
    sqlite.exec(`delete from outbox; update delegates set status = 'attended';
      insert into changesets (id, actor, action, is_open) values (900, '', 'corrected', 1);
      update delegates set name = 'Noor'; update changesets set is_open = null;
      insert into messages (id, subject, text) values (1, 'Hello', 'Hello {name}')`);
    const add = sqlite.prepare(
      "insert into outbox (delegate_id, kind, changeset_id, message_id) values (?, ?, 900, ?)",
    );
    for (const id of example.passes.map((_, index) => index + 1)) {
      const offered = offerPlaceLikeThatOf(sqlite, id);
      for (const kind of MAIL_KINDS)
        add.run(kind === "offered" ? offered : id, kind, kind === "message" ? 1 : null);
    }
    const mailServer = await startMailServer();
    const server = await startServer({
      ...settingsOf(example.file),
      DATA_DIR: dataDir,
      SMTP_URL: mailServer.url,
    });
    const expected = MAIL_KINDS.length * example.passes.length;
    await expect.poll(() => mailServer.mails.length, { timeout: 60_000 }).toBe(expected);
    await server.stop();
    await mailServer.stop();
    for (const { email } of mailServer.mails) {
      const files = email.attachments.map(({ content }) => String(content));
      expect(
        found(email.subject ?? "", JSON.stringify([email.subject, email.text, email.html, files])),
      ).toEqual([]);
    }
  });
});
