// A real SMTP server on this machine, which behaves as a test wants it to.
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./server.ts";

export type Behaviour = {
  /** What RCPT TO is answered with for an address: a reply code and text, or nothing to take it. */
  refuse?: (address: string) => { code: number; text: string } | undefined;
  /** Awaited before RCPT TO is answered for an address. */
  holdAddress?: (address: string) => Promise<unknown> | undefined;
  /** Awaited after a mail came in whole and before that is answered. */
  hold?: () => Promise<unknown> | undefined;
  /** Offers STARTTLS, with a certificate that nobody vouches for. */
  offersTls?: boolean;
};

/** Starts it on the given port or a free one; `mails` are those that were accepted. */
export async function startMailServer(behaviour: Behaviour = {}, port?: number) {
  const mails: { to: string[]; email: Email; raw: string; isEncrypted: boolean }[] = [];
  const seen: string[] = [];
  const inClear: string[] = [];
  const note = (what: string, { secure }: { secure: boolean }) => {
    if (!secure) inClear.push(what);
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: behaviour.offersTls ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, session, callback) {
      note(`password ${password}`, session);
      callback(null, { user: username });
    },
    onMailFrom({ address }, session, callback) {
      note(`sender ${address}`, session);
      callback();
    },
    async onRcptTo({ address }, _, callback) {
      await behaviour.holdAddress?.(address);
      const refusal = behaviour.refuse?.(address);
      if (!refusal) return callback();
      callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    async onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
      } catch {
        // The sender died within the mail: it never came.
        return;
      }
      const raw = Buffer.concat(chunks).toString();
      const email = await PostalMime.parse(raw);
      seen.push(email.messageId ?? "");
      await behaviour.hold?.();
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), email, raw, isEncrypted: secure });
      callback();
    },
  });
  server.on("error", () => {});
  const ownPort = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(ownPort, "127.0.0.1", resolve));
  return {
    port: ownPort,
    url: `smtp://127.0.0.1:${ownPort}`,
    behaviour,
    mails,
    /** The ids of all mails that came in whole, also those whose acceptance nobody heard of. */
    seen,
    /** What was told this server on a connection without encryption, but for the mails themselves. */
    inClear,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
