// What filters make of the mails before anybody reads them: SpamAssassin's own rules, without asking anybody.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { expect, test } from "vitest";
import type { ClaimedLetter } from "#app/models/outbox/outbox.server.ts";
import { MAIL_KINDS, type MailKind } from "#app/vocabulary/mail.ts";
import { useNewDataDir } from "../support/database.ts";
import { SMALL, WITH_OTHER } from "../support/other-conference.ts";

/** Conferences that say much, something, and as little as they may. */
const CONFERENCES: Record<string, () => Record<string, string>> = {
  "the sample": () => ({}),
  "another one": () => WITH_OTHER,
  "a small one": () => {
    const file = join(mkdtempSync(join(tmpdir(), "conference-")), "conference.json");
    writeFileSync(file, JSON.stringify(SMALL));
    return { CONFERENCE_FILE: file };
  },
};

/** The mail as it goes out, to somebody with as short a name as people have. */
async function write(kind: MailKind): Promise<{ html: string; bytes: Buffer }> {
  const { composeMail } = await import("#app/mail/compose.server.ts");
  const now = new Date();
  const delegate = {
    id: 1,
    name: "Li Ng",
    email: "li@example.org",
    phone: null,
    jobTitle: "Editor",
    registrationType: "pr_pass",
    favoredStream: null,
    outlet: null,
    workUrl: null,
    notes: null,
    status: kind === "confirmed" ? "confirmed" : "pending",
    reference: "AB12CD34EF",
    linkToken: "a".repeat(32),
    createdAt: now,
    updatedAt: now,
  };
  const letter = {
    letterId: 1,
    mail: { kind, createdAt: now },
    delegate,
    correction: { before: { ...delegate, jobTitle: "Writer" }, after: delegate, isOtherPerson: false },
    delegates: [delegate],
    isFurther: false,
    message: { subject: "Before the day", text: "Dear {name},\n\nthe doors open at 8:00. {link}" },
  };
  const mail = await composeMail(letter as unknown as ClaimedLetter);
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  return { html: String(mail.html), bytes: message as Buffer };
}

/** Opens a conference, for those who run it here. */
function open(name: string): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
  useNewDataDir({
    SITE_URL: "https://a.example.com",
    NOTIFY_EMAIL: "a@example.com",
    ...CONFERENCES[name]?.(),
  });
}

test.each(Object.keys(CONFERENCES))("no letter of %s is a picture with a few words", async (name) => {
  open(name);
  for (const kind of MAIL_KINDS) {
    const { html } = await write(kind);
    // From here on SpamAssassin's HTML_IMAGE_ONLY_32 and its like, which are for advertisements, do not count.
    if (html.includes("<img")) expect(html.length, kind).toBeGreaterThan(3_200);
  }
});

const hasFilter = spawnSync("spamassassin", ["--version"]).status === 0;
const WORDS = "SpamAssassin's local rules find next to nothing in the letters with a picture";
test.skipIf(!hasFilter)(hasFilter ? WORDS : `${WORDS} (not run: there is no spamassassin here)`, async () => {
  for (const name of Object.keys(CONFERENCES)) {
    open(name);
    for (const kind of MAIL_KINDS) {
      const { bytes } = await write(kind);
      const { stdout } = spawnSync("spamassassin", ["--local", "--test-mode"], { input: bytes });
      const score = /Content analysis details:\s+\((-?[\d.]+) points/.exec(stdout.toString())?.[1];
      expect(
        Number(score),
        `${name}, ${kind}: ${stdout.toString().split("Content analysis")[1]}`,
      ).toBeLessThan(0.5);
    }
  }
});
