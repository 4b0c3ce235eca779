// Every letter in full, as a mail server receives it. The folder `letters` has the expected letters.
// To accept new texts, run `npm run test:unit -- letters-in-full --update`, and review them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { expect, test } from "vitest";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { MAIL_KINDS } from "#app/vocabulary/mail.ts";
import { until } from "../faults/support/until.ts";
import { ANA, correctDelegate, openMailingModels, storedDelegate } from "../support/models.ts";

const FOLDER = join(import.meta.dirname, "letters");
const NOTE = "Please send us a link to an article & your name in print.";
const MESSAGE = {
  subject: "Where to go, {name}",
  text: "Dear {name},\n\nthe door is in the lane:\nhttps://map.example.org/lane?a=1&b=2\n\n{reference}\n{link}",
  isForAll: true,
  isLive: false,
};
/** The sample's PR Pass is sold elsewhere; its Media Pass needs accreditation. */
const HOLDERS: Record<string, Record<string, string>> = {
  "PR Pass": { name: "Noor Haddad", registrationType: "pr_pass", company: "Tide & Co." },
  "Media Pass": {
    name: "Lee, Jo",
    registrationType: "media_pass",
    outlet: "The Daily Galley",
    phone: "",
  },
};
/** What an organiser does before the first letter is sent. */
const DECISIONS: { statuses: DelegateStatus[]; note?: string }[] = [
  { statuses: [] },
  { statuses: ["confirmed"] },
  { statuses: ["confirmed", "attended"] },
  { statuses: ["declined"] },
  { statuses: ["declined"], note: NOTE },
  { statuses: ["declined", "attended"] },
  { statuses: ["cancelled"] },
  { statuses: ["cancelled", "attended"] },
];
/** Those on the waiting list, with the end of their offer. */
const ON_THE_LIST = { waiting: null, offered: Date.parse("2030-09-08T16:30:00+10:00") };

test("every letter has its whole text as sent, for each pass and each status that it can meet", async () => {
  const site = await openMailingModels(undefined, {
    NOTIFY_EMAIL: "desk@example.com, door@example.com",
    ADMIN_EMAILS: ANA,
  });
  const { changeStatuses } = await import("#app/models/delegate/status-change.server.ts");
  const people: (Record<"email" | "reference" | "token" | "newToken" | "title", string> & { id: number })[] =
    [];
  for (const [pass, answers] of Object.entries(HOLDERS))
    for (const { statuses, note } of DECISIONS) {
      const email = `person${people.length}@example.com`;
      const { id, reference, linkToken } = await site.register({ ...answers, email });
      for (const [index, status] of statuses.entries()) {
        const shown = statuses[index - 1] ?? "pending";
        const change = { status, actor: ANA, formId: crypto.randomUUID(), note };
        await changeStatuses([{ id, shown }], change);
      }
      const status = `${statuses.join(", then ") || "pending"}${note ? ", with a note" : ""}`;
      people.push({ id, email, reference, token: linkToken, newToken: "", title: `${pass}, ${status}` });
    }
  for (const [pass, answers] of Object.entries(HOLDERS))
    for (const [title, until] of Object.entries(ON_THE_LIST)) {
      const email = `person${people.length}@example.com`;
      const { id, reference, linkToken } = await site.register({ ...answers, email });
      site.run("update delegates set queued_at = 1, offered_until = ? where id = ?", until, id);
      if (until !== null)
        site.run("update outbox set kind = 'offered' where delegate_id = ? and kind = 'registered'", id);
      people.push({ id, email, reference, token: linkToken, newToken: "", title: `${pass}, ${title}` });
    }
  site.startMail();
  await site.settled();

  const correction = { name: "Noor H. Haddad", jobTitle: "Head of news", phone: "0400 555 011", notes: "" };
  for (const person of people) {
    await correctDelegate(person.id, { ...correction, email: `new-${person.email}` });
    person.newToken = (await storedDelegate(person.id)).linkToken;
  }
  await site.settled();

  const { createMessage, getMessage, saveMessage } = await import("#app/models/message/message.server.ts");
  const { scheduleMessage } = await import("#app/models/message/sending.server.ts");
  const message = (await createMessage({ ids: people.map(({ id }) => id) }, ANA)) ?? 0;
  const seen = async () => Date.parse((await getMessage(message))?.updatedAt ?? "");
  await saveMessage(message, MESSAGE, ANA, { seen: await seen() });
  await scheduleMessage(message, { ...MESSAGE, at: null }, ANA, { seen: await seen(), count: people.length });
  site.run("update messages set send_at = 1");
  await until("the messages are due", () => site.count("outbox where kind = 'message'") === people.length);
  await site.settled();

  const { mailLoginLink } = await import("#app/auth/mail-login-link.server.ts");
  mailLoginLink(ANA, crypto.randomUUID());
  await until("the login link is sent", () => site.mailTo(ANA) !== undefined);

  /** For each kind of letter, the titles of the registrations that get each text. */
  const letters = new Map<string, Map<string, string[]>>();
  const numberOf = (id = ""): number => Number(/^<mail-(\d+)-/.exec(id)?.[1] ?? Infinity);
  // Several connections deliver in any order.
  const mails = site.server.mails.toSorted(
    (one, other) => numberOf(one.email.messageId) - numberOf(other.email.messageId),
  );
  for (const { to, email } of mails) {
    const [, id, reference = ""] = /^<mail-(\d+)-(\w+)@/.exec(email.messageId ?? "") ?? [];
    const kind =
      id === undefined ? "login-link" : String(site.column(`select kind from outbox where id = ${id}`));
    const person = people.find((one) => one.reference.toLowerCase() === reference);
    let letter = letterIn(email, to);
    if (person) {
      letter = letter
        .replaceAll(`new-${person.email}`, "NEW-ADDRESS")
        .replaceAll(person.email, "ADDRESS")
        .replaceAll(person.reference.replace(/(.{5})/, "$1 "), "REFERENCE")
        .replaceAll(`http://localhost:3000/registration/${person.newToken}`, "NEW-LINK")
        .replaceAll(`http://localhost:3000/registration/${person.token}`, "LINK");
    } else letter = letter.replace(/http\S+\?link=[\w-]{43}/, "LINK");
    const texts = letters.get(kind) ?? new Map<string, string[]>();
    letters.set(kind, texts.set(letter, [...(texts.get(letter) ?? []), person?.title ?? "An organiser"]));
  }
  const files = [...letters.keys(), "digest"].map((kind) => `${kind}.txt`).sort();
  // A missing file would otherwise be written and accepted.
  expect.soft(readdirSync(FOLDER).sort()).toEqual(files);
  for (const [kind, texts] of letters) {
    const all = [...texts].map(
      ([letter, titles]) => `${titles.map((title) => `=== ${title}\n`).join("")}\n${letter}`,
    );
    await expect.soft(all.join("\n\n"), kind).toMatchFileSnapshot(join(FOLDER, `${kind}.txt`));
  }
  expect(site.server.mails).toHaveLength(site.count("outbox") + 1);
  expect(MAIL_KINDS.filter((kind) => !letters.has(kind))).toEqual([]);
});

test("the digest of an hour’s registrations has its whole text as sent", async () => {
  const site = await openMailingModels(undefined, { NOTIFY_EMAIL: "desk@example.com", NOTIFY_AT: "hourly" });
  for (let number = 1; number <= 22; number += 1) {
    const [pass = ""] = Object.keys(HOLDERS).slice(number % 3 === 0 ? 1 : 0);
    const name = number === 3 ? "Lee, Jo & <Co>" : `Person ${number}`;
    await site.register({ ...HOLDERS[pass], name, email: `person${number}@example.com` });
  }
  site.run(
    "update outbox set note = (select min(note) from outbox), next_attempt_at = 1 where note is not null",
  );
  site.startMail();
  await site.settled();
  const digest = site.mailTo("desk@example.com");
  const letter = letterIn(digest?.email as Email, digest?.to ?? []);
  await expect(letter).toMatchFileSnapshot(join(FOLDER, "digest.txt"));
});

/** The letter as a person reads it. @throws if the HTML does not say the same as the plain text. */
function letterIn(email: Email, to: string[]): string {
  const { subject = "", text = "", html = "", from, attachments } = email;
  const plain = text.trimEnd();
  expect(html).toContain(`<title>${subject}</title>`);
  expect(textOfHtml(html)).toBe(`Byline 2025\n\n${passFirst(plain).replace("\n--\n", "\n")}`);
  expect(html.includes('src="cid:code"')).toBe(attachments.some(({ filename }) => filename === "code.png"));
  expect(email.to?.map(({ address }) => address)).toEqual(to);
  const recipients = email.to?.map(({ name, address }) => (name ? `${name} <${address}>` : address));
  return [
    `From: ${from?.name} <${from?.address}>`,
    `To: ${recipients?.join(", ")}`,
    `Subject: ${subject}`,
    `Attached: ${attachments.map(({ filename }) => filename).join(", ") || "nothing"}`,
    `\n${plain}\n`,
  ].join("\n");
}

/** In HTML, a letter begins with its pass, if it has one: the holder's name and the facts. */
function passFirst(plain: string): string {
  const pass = plain.match(/^Reference: .+\nPass: .+\n(?:.+\n)+\n/m)?.[0];
  const name = /^Dear (.+),/.exec(plain)?.[1];
  return pass ? `${name}\n\n${pass}${plain.replace(pass, "")}` : plain;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Writes HTML as the plain text of a letter is written. */
const textOfHtml = (html: string): string =>
  html
    .replace(/^.*<body[^>]*>/s, "")
    .replace(/<p[^>]*><img[^>]*><\/p>/g, "")
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href, label) =>
      label === href ? href : `${label}: ${href}`,
    )
    .replace(/<\/th>/g, ": ")
    .replace(/<br\/>|<\/tr>/g, "\n")
    .replace(/<\/p>|<\/table>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&([#\w]+);/g, (_, name) => ENTITIES[name] ?? name)
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd();
