// Mail server for npm run demo and npm run dev. Saves emails as files that mail programs can open.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** Starts the server on a local port and saves emails in `folder`. Returns the SMTP_URL. */
export async function startMailCatcher(port: number, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    async onData(stream, _session, callback) {
      const mail = await buffer(stream);
      const subject = /^Subject: (.*)$/m.exec(mail.toString())?.[1]?.trim() ?? "";
      const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, "-")}.eml`);
      writeFileSync(file, mail);
      console.log(`  An email: ${subject} (${file})`);
      callback();
    },
  });
  server.on("error", (error) => console.error(`The mail catcher: ${error.message}`));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `smtp://127.0.0.1:${port}`;
}
