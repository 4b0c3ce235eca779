import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { CONFERENCES, openConference, writeMail } from "../support/written-mails.ts";
import { testWith } from "./support/test-with.ts";

const hasFilter = spawnSync("spamassassin", ["--version"]).status === 0;
const WORDS = "SpamAssassin's local rules score letters with a picture below 0.5";
testWith("spamassassin", hasFilter, WORDS, async () => {
  const letters: string[] = [];
  const mailbox: (Buffer | string)[] = [];
  for (const name of Object.keys(CONFERENCES)) {
    openConference(name);
    for (const kind of MAIL_KINDS) {
      letters.push(`${name}, ${kind}`);
      mailbox.push("From a@example.com Thu Jan  1 00:00:00 2026\n", (await writeMail(kind)).bytes, "\n\n");
    }
  }
  // Starting SpamAssassin takes longer than reading a letter, so it reads all of them at once.
  const input = Buffer.concat(mailbox.map((part) => Buffer.from(part)));
  const { stdout } = spawnSync("spamassassin", ["--local", "--test-mode", "--mbox"], {
    input,
    maxBuffer: 1 << 28,
  });
  const reports = stdout.toString().split("Content analysis details:").slice(1);
  expect(reports).toHaveLength(letters.length);
  for (const [index, report] of reports.entries()) {
    const score = /^\s+\((-?[\d.]+) points/.exec(report)?.[1];
    expect(Number(score), `${letters[index]}: ${report}`).toBeLessThan(0.5);
  }
});
