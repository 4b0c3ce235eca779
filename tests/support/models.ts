// The models without the pages, and a real SMTP server.
import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { until } from "../faults/support/until.ts";
import { tracesIn, useNewDataDir } from "./database.ts";
import { delegateOf } from "./delegates.ts";
import { registration } from "./factories.ts";
import { type Behaviour, type MailServer, startMailServer } from "./mail-server.ts";

export const ANA = "ana@example.com";

/** Models of a freshly started process; `sqlite` is a second connection, for queries. */
export async function openModels(settings: Record<string, string> = {}) {
  // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
  const dataDir = useNewDataDir(settings);
  const { createRegistration } = await import("#app/models/delegate/delegate.server.ts");
  const { RegistrationInput } = await import("#app/models/delegate/input.server.ts");
  const { batch } = await import("#app/db/connection.server.ts");
  const sqlite = new Database(join(dataDir, "conference.db"));
  return {
    batch,
    dataDir,
    sqlite,
    run: (sql: string, ...values: unknown[]) => sqlite.prepare(sql).run(...values),
    /** First column of the selected rows. */
    column: (sql: string) => sqlite.prepare(sql).pluck().all(),
    count: (from: string) => sqlite.prepare(`select count(*) from ${from}`).pluck().get() as number,
    tracesOf: (text: string) => tracesIn(dataDir, text),
    register: async (changes: Record<string, string> = {}) =>
      delegateOf(await createRegistration(RegistrationInput.parse(registration(changes)), null)),
  };
}

/** Starts a mail server that ends with the test. */
export async function openMailServer(behaviour?: Behaviour, port?: number): Promise<MailServer> {
  const server = await startMailServer(behaviour, port);
  onTestFinished(server.stop);
  return server;
}

/** Models with mail, which `startMail` starts to send; retries follow after 50 ms. */
export async function openMailingModels(behaviour?: Behaviour, settings: Record<string, string> = {}) {
  const server = await openMailServer(behaviour);
  const site = await openModels({ SMTP_URL: server.url, MAIL_RETRY_SECONDS: "0.05", ...settings });
  const mail = await import("#app/mail/mail.server.ts");
  onTestFinished(() => mail.stopMail(5_000));
  return {
    ...site,
    ...mail,
    server,
    settled: () => until("no email waits", () => site.count("outbox where state = 'waiting'") === 0),
    addresses: () => server.mails.flatMap(({ to }) => to).sort(),
    mailTo: (address: string) => server.mails.find(({ to }) => to.join() === address),
    /** Addressees and subjects of the emails since the last call, by address. */
    got: () =>
      server.mails
        .splice(0)
        .map(({ to, email }) => `${to.join()}: ${email.subject}`)
        .sort(),
  };
}

/** Settings of a mail server that holds the first email to an address until `release`. */
export function holdFirstMailTo(slow: string) {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  const holdAddress = (address: string) => {
    if (address !== slow || !isFirst) return undefined;
    isFirst = false;
    asked.resolve();
    return held.promise;
  };
  onTestFinished(() => held.resolve());
  return { behaviour: { holdAddress }, asked: asked.promise, release: held.resolve };
}
