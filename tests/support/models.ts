import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { until } from "../faults/support/until.ts";
import { tracesIn, useNewDataDir } from "./database.ts";
import { delegateOf } from "./delegates.ts";
import { registration } from "./factories.ts";
import { type Behaviour, type MailServer, startMailServer } from "./mail-server.ts";

export const ANA = "ana@example.com";

/** Loads the models as in a new process. `sqlite` is a second connection, for queries. */
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
    column: (sql: string) => sqlite.prepare(sql).pluck().all(),
    count: (from: string) => sqlite.prepare(`select count(*) from ${from}`).pluck().get() as number,
    /** Steps of a query's plan, joined. */
    plan: (sql: string) =>
      (sqlite.prepare(`explain query plan ${sql}`).raw().all() as string[][]).map((step) => step[3]).join(),
    tracesOf: (text: string) => tracesIn(dataDir, text),
    register: async (changes: Record<string, string> = {}) =>
      delegateOf(await createRegistration(RegistrationInput.parse(registration(changes)), null)),
  };
}

/** Reads a stored delegate through the most recently loaded models. */
export async function storedDelegate(id: number) {
  const { getDelegate } = await import("#app/models/delegate/delegate.server.ts");
  const delegate = await getDelegate(id);
  if (!delegate) throw new Error("There is no such delegate");
  return delegate;
}

/** Saves a delegate's edit form with these changes. */
export async function correctDelegate(id: number, changes: Record<string, string>) {
  const { pickAnswers } = await import("#app/models/delegate/delegate.server.ts");
  const { createAnswersSchema } = await import("#app/models/delegate/input.server.ts");
  const corrections = await import("#app/models/delegate/correct-registration.server.ts");
  const delegate = await storedDelegate(id);
  const answers = createAnswersSchema(delegate).parse({ ...pickAnswers(delegate), ...changes });
  return corrections.correctRegistration(id, answers, ANA, { seen: corrections.answersVersion(delegate) });
}

/** Saves the transfer form of a delegate, which begins with the answers that carry over. */
export async function transferDelegate(id: number, answers: Record<string, string>) {
  const { createDoorSchema } = await import("#app/models/delegate/input.server.ts");
  const { toDelegateJson } = await import("#app/models/delegate/delegate.server.ts");
  const { transferRegistration } = await import("#app/models/delegate/transfer.server.ts");
  const { valuesToCarryOver } = await import("#app/vocabulary/registration.ts");
  const form = { ...valuesToCarryOver(toDelegateJson(await storedDelegate(id))), ...answers };
  const done = await transferRegistration(id, createDoorSchema().parse(form), ANA);
  if (!done.ok) throw new Error(done.reason);
  return done;
}

/** Starts a mail server that stops after the test. */
export async function openMailServer(behaviour?: Behaviour, port?: number): Promise<MailServer> {
  const server = await startMailServer(behaviour, port);
  onTestFinished(server.stop);
  return server;
}

/** Loads the models with a mail server. `startMail` starts sending. Retries follow after 50 ms. */
export async function openMailingModels(behaviour?: Behaviour, settings: Record<string, string> = {}) {
  const server = await openMailServer(behaviour);
  const site = await openModels({ SMTP_URL: server.url, MAIL_RETRY_SECONDS: "0.05", ...settings });
  const mail = await import("#app/mail/mail.server.ts");
  onTestFinished(() => mail.stopMail(5_000));
  return {
    ...site,
    ...mail,
    server,
    settled: () =>
      until("no email waits", () => site.count("outbox where state in ('waiting', 'sending')") === 0),
    addresses: () => server.mails.flatMap(({ to }) => to).sort(),
    mailTo: (address: string) => server.mails.find(({ to }) => to.join() === address),
    /** Recipients and subjects of the emails received since the last call, sorted. */
    got: () =>
      server.mails
        .splice(0)
        .map(({ to, email }) => `${to.join()}: ${email.subject}`)
        .sort(),
  };
}

/** Makes a mail server delay the first email to an address until `release` is called. */
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
