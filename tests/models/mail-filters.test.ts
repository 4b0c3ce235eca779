import { expect, test } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { CONFERENCES, openConference, writeMail } from "../support/written-mails.ts";

test.each(Object.keys(CONFERENCES))("no letter of %s is a picture with a few words", async (name) => {
  openConference(name);
  for (const kind of MAIL_KINDS) {
    const { html } = await writeMail(kind);
    // Above this length SpamAssassin's HTML_IMAGE_ONLY_32 and similar rules for advertisements do not apply.
    if (html.includes("<img")) expect(html.length, kind).toBeGreaterThan(3_200);
  }
});
