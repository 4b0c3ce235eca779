import { expect, test, vi } from "vitest";
import { until } from "../faults/support/until.ts";
import { insertDelegate } from "../support/delegates.ts";
import { openMailingModels } from "../support/models.ts";

const TEAM = "team@example.com";

async function openSite(times: string) {
  const site = await openMailingModels({}, { NOTIFY_EMAIL: TEAM, NOTIFY_AT: times });
  const { enqueueNotice, enqueueMail, claimMail, storeMailOutcome } = await import(
    "#app/models/outbox/outbox.server.ts"
  );
  const { countWaitingMail } = await import("#app/models/outbox/mail-state.server.ts");
  const { deletePersonalData } = await import("#app/models/personal-data/personal-data.server.ts");
  const { batch } = await import("#app/db/connection.server.ts");
  const register = (name: string, type = "media_pass") => {
    const id = insertDelegate(site.sqlite, { name, registration_type: type, email: `${name}@example.com` });
    return batch(() => enqueueNotice(id)).then(() => id);
  };
  return {
    ...site,
    claimMail,
    storeMailOutcome,
    enqueueMail,
    countWaitingMail,
    deletePersonalData,
    batch,
    register,
    letTimePass: () => site.sqlite.exec("update outbox set next_attempt_at = 1"),
    digests: () => site.server.mails.filter(({ to }) => to.includes(TEAM)),
  };
}

test("150 registrations in an hour are one email with numbers by pass and 20 names", async () => {
  const site = await openSite("hourly");
  for (let n = 1; n <= 150; n += 1) await site.register(`p${n}`, n <= 100 ? "media_pass" : "pr_pass");
  expect(await site.countWaitingMail()).toEqual({ waiting: 0, leaving: 0 });
  site.letTimePass();
  site.startMail();
  await until("all are sent", () => site.count("outbox where state = 'sent'") === 150);
  const [digest, ...others] = site.digests();
  expect(others).toEqual([]);
  expect(digest?.email.subject).toMatch(/^150 new registrations for /);
  expect(digest?.email.text).toMatch(/Media Pass: 100\nPR Pass: 50\n\np1\n/);
  expect(digest?.email.text).toMatch(/\np20\nand 130 more\n/);
});

test("a digest that is tried again keeps its Message-ID, and leaves out those who were erased", async () => {
  const site = await openSite("hourly");
  const { composeMail } = await import("#app/mail/compose.server.ts");
  const [first] = [await site.register("gone"), await site.register("stays")];
  site.letTimePass();
  const claim = async () => {
    const claimed = await site.claimMail(0);
    if (!claimed) throw new Error("Nothing is due");
    return composeMail(claimed);
  };
  const before = await claim();
  expect(before.text).toContain("gone");
  await site.deletePersonalData(first, TEAM);
  site.letTimePass();
  const again = await claim();
  expect(again.messageId).toBe(before.messageId);
  expect(again.subject).toMatch(/^1 new registration for /);
  expect(again.text).not.toContain("gone");
});

test("a notice that waits for its letter delays no letter to the delegate", async () => {
  const site = await openSite("hourly");
  const id = await site.register("ada");
  site.run("update delegates set status = 'confirmed' where id = ?", id);
  await site.batch(() => site.enqueueMail(id, "confirmed"));
  expect((await site.claimMail(60_000))?.mail.kind).toBe("confirmed");
  expect(await site.claimMail(60_000)).toBeNull();
});

test("notices are due at local times, also when the clocks change", async () => {
  vi.resetModules();
  const { nextNoticeAt } = await import("#app/models/outbox/notice-times.server.ts");
  const next = (now: string) =>
    new Date(nextNoticeAt(Date.parse(now), ["08:00", "16:00"], "Europe/Berlin") ?? 0).toISOString();
  // Clocks go forward on 29 March 2026 and back on 25 October 2026.
  expect(next("2026-03-28T16:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
  expect(next("2026-10-24T15:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
  expect(next("2026-03-29T06:00:00Z")).toBe("2026-03-29T14:00:00.000Z");
  expect(next("2026-12-31T15:30:00Z")).toBe("2027-01-01T07:00:00.000Z");
  expect(nextNoticeAt(Date.parse("2026-03-29T00:59:00Z"), "hourly")).toBe(Date.parse("2026-03-29T01:00:00Z"));
  expect(nextNoticeAt(0, "each")).toBeNull();
});
