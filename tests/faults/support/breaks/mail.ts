import type { Break } from "./break.ts";

export const MAIL_BREAKS: Break[] = [
  {
    promise: "mail",
    what: "a mail is promised a second after the registration, not with it",
    file: "app/models/delegate.server.ts",
    find: 'if (delegate) promiseMail(tx, delegate.id, "registered");',
    replace:
      'if (delegate) setTimeout(() => void batch((later) => promiseMail(later, delegate.id, "registered")), 1_000);',
    test: "tests/faults/mail-once.test.ts",
  },
  {
    promise: "mail",
    what: "a mail counts as sent before it is handed over",
    file: "app/mail/worker.server.ts",
    find: "await handOver(message, claimed);",
    replace: 'await settle(id, { state: "sent" });\n      await handOver(message, claimed);',
    test: "tests/faults/mail-once.test.ts",
  },
  {
    promise: "mail",
    what: "a mail that one process has taken may be taken by another",
    file: "app/models/outbox.server.ts",
    find: "const nextAttemptAt = new Date(now + leaseMs);",
    replace: "const nextAttemptAt = new Date(now);",
    test: "tests/routes/mail.test.ts",
    name: "two processes",
  },
];
