import { expect, test } from "vitest";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { CONFERENCES, openConference, writeMail } from "../support/written-mails.ts";

test.each(Object.keys(CONFERENCES))("no letter of %s is a picture with a few words", async (name) => {
  openConference(name);
  for (const kind of MAIL_KINDS) {
    const { html } = await writeMail(kind);
    // SpamAssassin's HTML_IMAGE_ONLY rules apply to shorter HTML.
    if (html.includes("<img")) expect(html.length, kind).toBeGreaterThan(3_200);
  }
});

test("only a message of the organisers has an address to unsubscribe, which mail programs offer", async () => {
  openConference("the sample");
  const headOf = async (kind: "message" | "confirmed") => String((await writeMail(kind)).bytes);
  expect(await headOf("message")).toContain(
    "List-Unsubscribe: <mailto:hello@byline.example.com?subject=Unsubscribe>",
  );
  expect(await headOf("confirmed")).not.toContain("List-Unsubscribe");
});
