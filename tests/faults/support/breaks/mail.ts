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
    find: "await mailer.send(message, ended.signal);",
    replace: 'await settle(id, { state: "sent" });\n      await mailer.send(message, ended.signal);',
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
  {
    promise: "mail",
    what: "mail and password go in clear where STARTTLS is stripped",
    file: "app/mail/mailer.server.ts",
    find: "requireTLS: !isThisMachine(url),",
    replace: "requireTLS: false,",
    test: "tests/models/mail-encryption.test.ts",
    name: "where STARTTLS was stripped",
  },
  {
    promise: "mail",
    what: "any name that begins like one of this machine's counts as this machine",
    file: "app/smtp-url.server.ts",
    find: String.raw`return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);`,
    replace: String.raw`return /^(localhost|127(\.\d{1,3}){3}|\[::1\])/i.test(hostname);`,
    test: "tests/models/settings.test.ts",
    name: "a wrong SMTP_URL",
  },
  {
    promise: "mail",
    what: "a password may go in clear where the address says so",
    file: "app/smtp-url.server.ts",
    find: 'return requireTls !== null && requireTls !== "true";',
    replace: "return false;",
    test: "tests/models/settings.test.ts",
    name: "a wrong SMTP_URL",
  },
];
