// The organisers' own text in letters, and the notes of passes, as a mail server receives them.
// To accept new texts, run `npm run test:unit -- own-letters --update`, and review them.
import { join } from "node:path";
import type { Email } from "postal-mime";
import { expect, test, vi } from "vitest";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { until } from "../faults/support/until.ts";
import { ANA, correctDelegate, openMailingModels } from "../support/models.ts";
import { conferenceFile, SMALL } from "../support/other-conference.ts";

const LETTERS = ["registered", "confirmed", "declined", "waiting", "offered"] as const;
const NOTES = {
  guest: "The stream begins at nine:\nhttps://stream.example.org/live?key=guests",
  press: "The press desk is in the lane.\n\n- Bring your card.",
};
const CONFERENCE = {
  ...SMALL,
  passes: [
    { id: "guest", name: "Guest Pass", note: NOTES.guest },
    { id: "press", name: "Press Pass", note: NOTES.press, decision: true, isPress: true },
  ],
};
const ownText = (letter: string) =>
  `Own text of ${letter}, for {name}.\nYour number is {reference}.\n\n{link} or https://fjord.example/${letter}`;
const WITH_LETTERS = {
  ...CONFERENCE,
  registration: { places: 1, waitingList: true },
  letters: Object.fromEntries(LETTERS.map((letter) => [letter, ownText(letter)])),
};

async function openFjord(facts: object) {
  // Only the date is set, so the mail worker's timers keep running.
  vi.useFakeTimers({ now: new Date("2027-10-01T12:00:00+02:00"), toFake: ["Date"] });
  const site = await openMailingModels(undefined, { ...conferenceFile(facts), UNDO_SECONDS: "0" });
  const { changeStatuses } = await import("#app/models/delegate/status-change.server.ts");
  const register = (name: string, registrationType: string) =>
    site.register({ name, registrationType, favoredStream: "", email: `${name.toLowerCase()}@example.com` });
  return {
    ...site,
    register,
    /** Changes a status. Returns when the letter about it has been sent. */
    decide: async (id: number, shown: DelegateStatus, status: DelegateStatus) => {
      await changeStatuses([{ id, shown }], { status, actor: ANA, formId: crypto.randomUUID() });
      await site.settled();
    },
    letterTo: (address: string, subject: RegExp): Partial<Email> => {
      const found = site.server.mails.filter(
        ({ to, email }) => to.join() === address && subject.test(email.subject ?? ""),
      );
      expect(found, `${subject} to ${address}`).toHaveLength(1);
      return found[0]?.email ?? {};
    },
  };
}

const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;

test("the organisers' own text is in its letter once, as text and as HTML, and in no other letter", async () => {
  const site = await openFjord(WITH_LETTERS);
  site.startMail();
  const ada = await site.register("Ada", "guest");
  const ben = await site.register("Ben", "guest");
  const cleo = await site.register("Cleo", "press");
  await site.settled();
  const { cancelByLink } = await import("#app/models/delegate/private-link.server.ts");
  await cancelByLink(ada.linkToken, "pending");
  await until("a place is offered", () => site.count("outbox where kind = 'offered'") === 1);
  await site.settled();
  await site.decide(ben.id, "pending", "confirmed");
  await site.decide(cleo.id, "pending", "declined");
  await correctDelegate(ben.id, { jobTitle: "Head of news" });
  await site.settled();

  const people = { [ada.reference]: "ADA", [ben.reference]: "BEN", [cleo.reference]: "CLEO" };
  const tokens = [ada, ben, cleo].map(({ linkToken }) => linkToken);
  const letters = site.server.mails.map(({ to, email: { subject = "", text = "", html = "" } }) => {
    const own = LETTERS.filter((letter) => text.includes(`Own text of ${letter}`));
    const [letter] = own;
    expect(own.length, subject).toBeLessThanOrEqual(1);
    for (const one of LETTERS) {
      const count = Number(one === letter);
      expect([times(text, `Own text of ${one},`), times(html, `Own text of ${one},`)]).toEqual([
        count,
        count,
      ]);
      const link = `<a href="https://fjord.example/${one}"`;
      expect(times(html, link), `${subject}: ${link}`).toBe(count);
    }
    let plain = `To: ${to.join()}\nSubject: ${subject}\n\n${text.trimEnd()}`;
    for (const [reference, who] of Object.entries(people))
      plain = plain.replaceAll(reference.replace(/(.{5})/, "$1 "), who);
    for (const token of tokens) plain = plain.replaceAll(token, "TOKEN");
    return { kind: letter ?? "none", plain };
  });
  expect(letters.map(({ kind }) => kind).sort()).toEqual([
    ...["confirmed", "declined", "none", "none", "offered", "registered", "waiting", "waiting"],
  ]);
  const isWhole = ({ kind }: { kind: string }) => /^(registered|confirmed|declined)$/.test(kind);
  const all = letters
    .filter(isWhole)
    .map(({ plain }) => plain)
    .sort();
  await expect(`${all.join("\n\n===\n\n")}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "own-letters.txt"),
  );
});

test("a registration letter has no text for those with a place if its delegate was declined before it left", async () => {
  const site = await openFjord(WITH_LETTERS);
  const ada = await site.register("Ada", "guest");
  site.run("update delegates set status = 'declined' where id = ?", ada.id);
  site.startMail();
  await site.settled();
  expect(site.letterTo("ada@example.com", /^Your registration/).text).not.toContain("Own text");
});

test("the note of a pass is in the confirmation letter once, and not in that of another pass or another letter", async () => {
  const site = await openFjord(CONFERENCE);
  site.startMail();
  const ada = await site.register("Ada", "guest");
  const ben = await site.register("Ben", "press");
  await site.settled();
  for (const { email } of site.server.mails) expect(`${email.text}${email.html}`).not.toMatch(/stream|desk/);
  await site.decide(ada.id, "pending", "confirmed");
  await site.decide(ben.id, "pending", "confirmed");
  const toAda = site.letterTo("ada@example.com", /is confirmed$/);
  const toBen = site.letterTo("ben@example.com", /is confirmed$/);
  expect(times(toAda.text, NOTES.guest)).toBe(1);
  expect(times(toAda.html, '<a href="https://stream.example.org/live?key=guests"')).toBe(1);
  expect(times(toBen.text, NOTES.press)).toBe(1);
  expect(`${toBen.text}${toBen.html}`).not.toContain("stream");
  await site.decide(ada.id, "confirmed", "declined");
  expect(site.letterTo("ada@example.com", /^About your registration/).text).not.toContain("stream");
});

test("a registration letter that leaves after the confirmation has no note, which the confirmation has", async () => {
  const site = await openFjord(CONFERENCE);
  const ada = await site.register("Ada", "guest");
  site.run("update delegates set status = 'confirmed' where id = ?", ada.id);
  site.startMail();
  await site.settled();
  expect(site.letterTo("ada@example.com", /^Your registration/).text).not.toContain("stream");
});

test("a confirmation that is sent again has the organisers' text and the note once", async () => {
  const site = await openFjord({ ...CONFERENCE, letters: { confirmed: ownText("confirmed") } });
  site.startMail();
  const ada = await site.register("Ada", "guest");
  await site.decide(ada.id, "pending", "confirmed");
  await site.decide(ada.id, "confirmed", "pending");
  site.server.mails.splice(0);
  await site.decide(ada.id, "pending", "confirmed");
  site.run("update outbox set state = 'waiting', attempts = 0, next_attempt_at = 1 where kind = 'confirmed'");
  site.startMail();
  await until("a letter is sent again", () => site.server.mails.length > 0);
  const { text, html } = site.server.mails.at(-1)?.email ?? {};
  for (const sent of [text, html]) {
    expect(times(sent, "Own text of confirmed,")).toBe(1);
    expect(times(sent, "The stream begins at nine:")).toBe(1);
  }
});
