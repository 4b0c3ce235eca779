import { conference } from "#app/conference/conference.ts";
import { type Check, ok, problem, warning } from "#app/doctor/check.ts";
import { createMailer, readRefusal } from "#app/mail/mailer.server.ts";
import { sender } from "#app/mail/sender.server.ts";

/** Whether the mail server lets the site in; and, where an address is given, whether it takes an email to it. */
export async function checkMail(url: string | undefined, mailTo: string | undefined): Promise<Check> {
  const name = "Email";
  if (url === undefined) {
    return warning(name, "it is not set up, so emails wait", "Set SMTP_URL to your mail server.");
  }
  const mailer = await createMailer(url);
  const from = sender().address;
  try {
    await mailer.check();
    if (mailTo === undefined) return ok(name, `the mail server lets the site in; ${from} is the sender`);
    await mailer.send(testMail(from, mailTo), {
      signal: AbortSignal.timeout(60_000),
      isWanted: () => true,
    });
    return ok(name, `the mail server has taken an email from ${from} to ${mailTo}: look whether it arrives`);
  } catch (error) {
    return problem(
      name,
      readRefusal(error).problem,
      "Check SMTP_URL: the name, the port, user and password, and that special characters in them are percent-encoded. MAIL_FROM has to be an address that this server lets you send from.",
    );
  } finally {
    mailer.close();
  }
}

const testMail = (from: string, to: string) => ({
  from: { name: conference.name, address: from },
  to: { name: "", address: to },
  subject: `A test from ${conference.name}`,
  text: "The site’s server sent this: emails of the conference reach this address.",
  headers: { "Auto-Submitted": "auto-generated" },
});
