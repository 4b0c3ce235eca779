import { Readable } from "node:stream";
import type { SendMailOptions } from "nodemailer";
import { isThisMachine } from "#app/platform/mail-address.server.ts";

/** What one may take altogether; checks for spam take minutes at times. */
export const SEND_LIMIT_MS = 10 * 60_000;

/** Hands mail to a server: resolves when that has accepted it. */
export type Mailer = {
  /** `isWanted` is asked at the last moment, when the server waits for the text; without it the mail is broken off. */
  send: (
    message: SendMailOptions,
    options: { signal: AbortSignal; isWanted: () => boolean },
  ) => Promise<void>;
  /** Connects and signs in, and sends nothing. */
  check: () => Promise<void>;
  /** Ends the connection, also while it is in use. */
  close: () => void;
};

/**
 * A mailer for the server at an smtp: or smtps: address. The connection is kept for the next mail. It is
 * encrypted, and its certificate checked, but for one on this machine and where the address says otherwise
 * (`requireTLS=false`): what is in between could else take the offer of STARTTLS out and read along.
 */
export async function createMailer(url: string): Promise<Mailer> {
  // Not loaded where no mail is sent.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    // The address goes before this: its parameters are nodemailer's options.
    requireTLS: !isThisMachine(url),
    pool: true,
    maxConnections: 1,
    // Sending again is for the outbox to decide: it knows which answers were lost.
    maxRequeues: 0,
    idleTimeout: 10_000,
    dnsTimeout: 30_000,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 5 * 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", askBeforeReading);
  return {
    async send(message, { signal, isWanted }) {
      const mail: AskedMail = {
        ...message,
        isWanted,
        signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_LIMIT_MS)]),
      };
      await transport.sendMail(mail);
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close({ force: true }),
  };
}

type AskedMail = SendMailOptions & { isWanted: () => boolean };

/** Nodemailer reads the text of an email once the server has said that it takes it: nothing is later than that. */
function askBeforeReading(
  { data, message }: { data: Partial<AskedMail>; message: { createReadStream: () => Readable } },
  done: () => void,
): void {
  const read = message.createReadStream.bind(message);
  async function* text(): AsyncGenerator<Buffer> {
    if (data.isWanted?.() === false) throw new Error("This email is no longer wanted");
    yield* read();
  }
  message.createReadStream = () => Readable.from(text(), { objectMode: false });
  done();
}

export type Refusal = {
  /**
   * `address`: the server will not take this mail, now or later. `mail`: it may take it later. `server`: it is
   * not there, or not for us; that is no fault of the mail.
   */
  about: "address" | "mail" | "server";
  /** For the organisers. It may have the address in it, so it is nothing for the log. */
  problem: string;
  code: string;
};

/** Node's and OpenSSL's codes for what is wrong with a certificate or its connection. */
const IS_ABOUT_ENCRYPTION = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|_SSL_|_TLS_/;

/** What an error of `send` means for the mail. */
export function readRefusal(error: unknown): Refusal {
  const { code, originalCode, command, response, responseCode, permanent } = (error ?? {}) as Record<
    string,
    unknown
  >;
  const said = typeof response === "string" && response !== "" ? response : null;
  const reason = String(originalCode ?? code ?? "no reason given");
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  const refusal = (about: Refusal["about"], problem: string): Refusal => ({
    about,
    problem: problem
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 500),
    code: String(responseCode ?? code ?? "unknown"),
  });
  if (said && isAboutMail && permanent === true) {
    return refusal("address", `The mail server refused this address: ${said}`);
  }
  if (said && isAboutMail) return refusal("mail", `The mail server asked us to try again later: ${said}`);
  // No address that anything could be sent to: found before anybody was asked.
  if (!said && code === "EENVELOPE") return refusal("address", "Email cannot be sent to this address.");
  if (said && command === "STARTTLS") {
    return refusal(
      "server",
      `The mail server does not encrypt the connection (STARTTLS), so nothing was sent: ${said}`,
    );
  }
  if (said) return refusal("server", `The mail server did not accept the site: ${said}`);
  if (code === "ETLS" || IS_ABOUT_ENCRYPTION.test(reason)) {
    return refusal(
      "server",
      `No encrypted connection to the mail server could be made (${reason}), so nothing was sent.`,
    );
  }
  return refusal("server", `The mail server could not be reached (${reason}).`);
}
