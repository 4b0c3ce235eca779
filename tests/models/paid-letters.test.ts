import { expect, test, vi } from "vitest";
import type { ClaimedMail } from "#app/models/outbox/outbox.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";
import { newFolder } from "../support/new-folder.ts";
import { paidConference } from "../support/paid.ts";

const LINK = "https://buy.example.com/x?client_reference_id=AB12CD34EF&locale=nb";
const GUEST = {
  name: "Li Ng",
  email: "li@example.org",
  registrationType: "guest",
  status: "pending",
  reference: "AB12CD34EF",
  linkToken: "a".repeat(32),
  queuedAt: null,
  offeredUntil: null,
  placedAt: null,
  paidAt: null,
};

/** The text of the letter that a delegate with these facts gets. */
async function letter(kind: MailKind, facts: object = {}): Promise<string> {
  const { letterFor } = await import("#app/mail/letters.server.ts");
  const claimed = { mail: { kind, note: null }, delegate: { ...GUEST, ...facts }, message: null };
  return JSON.stringify(letterFor(claimed as unknown as ClaimedMail));
}

test("letters lead to the checkout with the delegate's reference, until they have paid", async () => {
  vi.resetModules();
  const settings = { DATA_DIR: newFolder(), SITE_URL: "https://a.example.com", ...paidConference() };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const confirmed = { status: "confirmed" };
  for (const text of [await letter("registered"), await letter("confirmed", confirmed)]) {
    expect(text.split(LINK)).toHaveLength(2);
    expect(text).toContain("If you haven’t paid for your pass yet");
  }
  const paid = { paidAt: new Date() };
  const waits = { queuedAt: new Date() };
  const offered = { ...waits, offeredUntil: new Date(Date.now() + 60_000) };
  const others: [MailKind, object][] = [
    ["registered", paid],
    ["confirmed", { ...confirmed, ...paid }],
    ["registered", waits],
    ["offered", offered],
    ["registered", { registrationType: "press" }],
    ["declined", { status: "declined" }],
    ["cancelled", { status: "cancelled" }],
  ];
  for (const [kind, facts] of others) {
    const text = await letter(kind, facts);
    expect(text, `${kind} ${JSON.stringify(facts)}`).not.toContain("buy.example.com");
    expect(text).not.toMatch(/sold separately|haven’t paid/);
  }
});
