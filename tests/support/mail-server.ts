import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./server.ts";

export type Behaviour = {
  /** Reply to RCPT TO: a code and text, or undefined to accept the address. */
  refuse?: (address: string) => { code: number; text: string } | undefined;
  /** Awaited before the reply to RCPT TO. */
  holdAddress?: (address: string) => Promise<unknown> | undefined;
  /** Awaited after a complete email, before the reply that accepts it. */
  hold?: () => Promise<unknown> | undefined;
  /** Offers STARTTLS with a self-signed certificate. */
  offersTls?: boolean;
};

/** Starts an SMTP server, by default on a free port. `mails` are the accepted emails. */
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
        // The sender disconnected in the middle of an email.
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
    /** Message-IDs of all emails that arrived completely, even if the reply was lost. */
    seen,
    /** Passwords and senders received without encryption. */
    inClear,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
