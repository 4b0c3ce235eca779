import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { CONFERENCES, openConference, writeMail } from "../support/written-mails.ts";
import { testWith } from "./support/test-with.ts";

const hasFilter = spawnSync("spamassassin", ["--version"]).status === 0;
const WORDS = "SpamAssassin's local rules score letters with a picture below 0.5";
testWith("spamassassin", hasFilter, WORDS, async () => {
  for (const name of Object.keys(CONFERENCES)) {
    openConference(name);
    for (const kind of MAIL_KINDS) {
      const { bytes } = await writeMail(kind);
      const { stdout } = spawnSync("spamassassin", ["--local", "--test-mode"], { input: bytes });
      const score = /Content analysis details:\s+\((-?[\d.]+) points/.exec(stdout.toString())?.[1];
      const said = `${name}, ${kind}: ${stdout.toString().split("Content analysis")[1]}`;
      expect(Number(score), said).toBeLessThan(0.5);
    }
  }
});
