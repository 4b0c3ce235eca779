import nodemailer from "nodemailer";
import { vi } from "vitest";
import type { Correction } from "#app/models/delegate/correction-history.server.ts";
import type { ClaimedMail } from "#app/models/outbox/outbox.server.ts";
import type { MailKind } from "#app/vocabulary/mail.ts";
import { newFolder } from "./new-folder.ts";
import { conferenceFile, SMALL, WITH_OTHER } from "./other-conference.ts";

/** Settings for conferences with all details, with some, and with only the required ones. */
export const CONFERENCES: Record<string, () => Record<string, string>> = {
  "the sample": () => ({}),
  "another one": () => WITH_OTHER,
  "a small one": () => conferenceFile(SMALL),
};

/** Composes the email that the site sends to a person with this name, whose answers were `before`. */
export async function writeMail(
  kind: MailKind,
  name = "Li Ng",
  before: Record<string, string> = { jobTitle: "Writer" },
): Promise<{ html: string; bytes: Buffer }> {
  const { composeMail } = await import("#app/mail/compose.server.ts");
  const now = new Date();
  const delegate = {
    id: 1,
    name,
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
  const claimed = {
    mail: { id: 1, kind, note: null, createdAt: now },
    delegate,
    message: { subject: "Before the day", text: "Dear {name},\n\nthe doors open at 8:00. {link}" },
  };
  const correction = { before: { ...delegate, ...before }, after: delegate };
  const mail = await composeMail(claimed as unknown as ClaimedMail, correction as unknown as Correction);
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  return { html: String(mail.html), bytes: message as Buffer };
}

/** Sets up one of the CONFERENCES in this process. */
export function openConference(name: string): void {
  vi.resetModules();
  vi.unstubAllEnvs();
  const address = { SITE_URL: "https://a.example.com", NOTIFY_EMAIL: "a@example.com" };
  const settings = { DATA_DIR: newFolder(), ...address, ...CONFERENCES[name]?.() };
  for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
}
