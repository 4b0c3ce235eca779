import type { SendMailOptions } from "nodemailer";
import { conference } from "#app/conference/conference.ts";
import { env } from "#app/platform/env.server.ts";
import { isLocalServer } from "#app/platform/mail-server-url.server.ts";

/** Allows for the mail server's spam checks, which may take minutes. */
export const SEND_TIMEOUT_MS = 10 * 60_000;

/** More are refused by many mail servers. */
export const MAX_CONNECTIONS = 5;

export const getSender = (): { name: string | null; address: string } =>
  env.MAIL_FROM ?? { name: null, address: conference.contact.email };

export type Mailer = Awaited<ReturnType<typeof createMailer>>;

/**
 * Creates a mailer for an smtp: or smtps: address, with persistent connections. Requires
 * encryption, because attackers could strip STARTTLS. Exceptions: a local server, or
 * `requireTLS=false` in the address.
 */
export async function createMailer(url: string) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    // Nodemailer options in the SMTP URL override these.
    requireTLS: !isLocalServer(url),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // Only the outbox retries, because it knows which responses were lost.
    maxRequeues: 0,
    idleTimeout: 10_000,
    dnsTimeout: 30_000,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 5 * 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Resolves when the server has accepted the mail. */
    async send(message: SendMailOptions, signal: AbortSignal) {
      const limit = AbortSignal.timeout(SEND_TIMEOUT_MS);
      await transport.sendMail({ ...message, signal: AbortSignal.any([signal, limit]) });
    },
    /** Connects and logs in without sending. */
    check: async () => void (await transport.verify()),
    /** Closes the connections, even while they are in use. */
    close: () => transport.close({ force: true }),
  };
}

export type MailRefusal = {
  /** A permanent refusal (`address`), a temporary one (`mail`), or a server failure (`server`). */
  about: "address" | "mail" | "server";
  /** Shown to organisers. May contain an email address, so it must not be logged. */
  problem: string;
  code: string;
};

/** Matches TLS error codes from Node and OpenSSL. */
const IS_ABOUT_ENCRYPTION = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|_SSL_|_TLS_/;

export function parseMailRefusal(error: unknown): MailRefusal {
  const failure = (error ?? {}) as Record<string, unknown>;
  const { code, originalCode, command, response, responseCode, permanent } = failure;
  const said = typeof response === "string" && response !== "" ? response : null;
  const reason = String(originalCode ?? code ?? "no reason given");
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  const refusal = (about: MailRefusal["about"], problem: string): MailRefusal => ({
    about,
    problem: problem
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 500),
    code: String(responseCode ?? code ?? "unknown"),
  });
  if (said && isAboutMail && permanent === true)
    return refusal("address", `The mail server refused this address: ${said}`);
  if (said && isAboutMail) return refusal("mail", `The mail server asked us to try again later: ${said}`);
  if (!said && code === "EENVELOPE") return refusal("address", "Email cannot be sent to this address.");
  return refusal("server", serverProblem());

  function serverProblem(): string {
    if (said && command === "STARTTLS")
      return `The mail server does not encrypt the connection (STARTTLS), so nothing was sent: ${said}`;
    if (said) return `The mail server rejected this site: ${said}`;
    return code === "ETLS" || IS_ABOUT_ENCRYPTION.test(reason)
      ? `No encrypted connection to the mail server could be made (${reason}), so nothing was sent.`
      : `The mail server could not be reached (${reason}).`;
  }
}
