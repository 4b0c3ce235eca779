// Everything that npm run doctor looks at, once the settings can be read.
import { askProvider } from "#app/auth/oauth.server.ts";
import { isDayOver } from "#app/auth/roles.server.ts";
import { conference } from "#app/conference/conference.ts";
import { type Check, ok, problem, reasonOf, warning } from "#app/doctor/check.server.ts";
import { checkClock, checkDataFolder } from "#app/doctor/machine.server.ts";
import { fetchJson } from "#app/http/bounded-fetch.server.ts";
import { newProbe, PROBE_HEADER } from "#app/http/proxy-probe.server.ts";
import { createMailer, readRefusal } from "#app/mail/mailer.server.ts";
import { sender } from "#app/mail/sender.server.ts";
import { type S3Settings, s3StorageOf } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";

/** Looks at all of it; an email is sent only to `mailTo`. */
export async function examine(mailTo: string | undefined): Promise<Check[]> {
  const [address, signIn, mail, clock, images] = await Promise.all([
    checkAddress(env),
    checkSignIn(env),
    checkMail(env.SMTP_URL, mailTo),
    checkClock(env.DATA_DIR, env.oauth?.issuer),
    checkImageStore(env.s3),
  ]);
  return [...checkDataFolder(env.DATA_DIR), ...images, ...address, ...signIn, mail, clock];
}

/** Whether the bucket of images can be listed; nothing where images are in DATA_DIR. */
async function checkImageStore(s3: S3Settings | null): Promise<Check[]> {
  if (!s3) return [];
  const name = "Images";
  try {
    await s3StorageOf(s3).list();
    return [ok(name, `the bucket ${s3.bucket} can be read`)];
  } catch (error) {
    return [
      problem(
        name,
        `the bucket ${s3.bucket} cannot be read: ${reasonOf(error)}`,
        "Check S3_ENDPOINT, S3_REGION, S3_BUCKET and both keys, and that they may list, read, write and delete there.",
      ),
    ];
  }
}

// The site as its visitors reach it: asked by its public address, through whatever is in front.

/** Whether the site answers at SITE_URL, and whether TRUST_PROXY is what arrives there. */
async function checkAddress(settings: typeof env): Promise<Check[]> {
  const { SITE_ORIGIN: origin, isSiteOriginKnown, TRUST_PROXY } = settings;
  const unset = isSiteOriginKnown
    ? []
    : [
        warning(
          "SITE_URL",
          `it is not set, so links in emails lead to ${origin}`,
          "Set it to the address that visitors see, such as https://conference.example.com.",
        ),
      ];
  const asked = await ask(origin);
  if ("status" in asked) return [...unset, asked];
  return [
    ...unset,
    ok("Address", `${origin} leads to this site, version ${asked.version}`),
    checkProxies(TRUST_PROXY, asked.hops),
  ];
}

async function ask(origin: string): Promise<Check | { version: string; hops: number }> {
  const name = "Address";
  try {
    const headers = { [PROBE_HEADER]: newProbe() };
    const { status, json } = await fetchJson(`${origin}/healthz`, { headers, redirect: "manual" });
    const { version, forwardedFor } = (json ?? {}) as { version?: string; forwardedFor?: number };
    if (status === 200 && version !== undefined && forwardedFor !== undefined) {
      return { version, hops: forwardedFor };
    }
    if (status === 200 && version !== undefined) {
      return problem(
        name,
        `a site answers at ${origin}, with another secret than this one’s`,
        "Is it another machine, or another DATA_DIR? Check where the name leads, and SESSION_SECRET.",
      );
    }
    return problem(
      name,
      `${origin}/healthz was answered with ${status}`,
      "Look at what is in front of the site: does it pass every path and name on? If it leads elsewhere, SITE_URL may be wrong.",
    );
  } catch (error) {
    return problem(
      name,
      `${origin} does not answer: ${reasonOf(error)}`,
      "Check in this order: does the site run, does the name lead to this machine, are the ports open, is the certificate valid? Some networks do not let a machine reach its own public address: then try it from another one.",
    );
  }
}

function checkProxies(trusted: number, hops: number): Check {
  const found = `${hops === 1 ? "1 address arrives" : `${hops} addresses arrive`} in X-Forwarded-For, and TRUST_PROXY is ${trusted}`;
  if (hops === trusted) return ok("Proxies", found);
  return problem(
    "Proxies",
    found,
    hops > trusted
      ? `Visitors share one limit. Set TRUST_PROXY=${hops}, if all of these proxies are your own.`
      : `Anyone can pass for someone else in the limits. Set TRUST_PROXY=${hops}.`,
  );
}

/** Whether anybody may sign in, and whether the identity provider can be asked. */
async function checkSignIn({ ADMIN_EMAILS, DOOR_EMAILS, oauth, SITE_ORIGIN }: typeof env): Promise<Check[]> {
  const organisers =
    ADMIN_EMAILS.length > 0
      ? ok("Organisers", `${ADMIN_EMAILS.length} in ADMIN_EMAILS`)
      : problem("Organisers", "ADMIN_EMAILS is empty", "Put in the addresses of those who may log in.");
  const lists = [organisers, ...checkHelpers(DOOR_EMAILS)];
  if (!oauth) return [...lists, ok("Identity provider", "none: organisers log in with one-time links")];
  const redirect = `${SITE_ORIGIN}/api/login`;
  try {
    await askProvider();
    return [
      ...lists,
      ok(
        "Identity provider",
        `${oauth.issuer} answers; the redirect address to register there is ${redirect}`,
      ),
    ];
  } catch (error) {
    return [
      ...lists,
      problem(
        "Identity provider",
        `${oauth.issuer} cannot be used: ${reasonOf((error as Error).cause ?? error)}`,
        `OAUTH_ISSUER has to be what the provider calls itself, and this machine has to reach it. The redirect address to register there is ${redirect}.`,
      ),
    ];
  }
}

/** Nobody needs any; where there are some, it is said until when they get in. */
function checkHelpers(listed: readonly string[]): Check[] {
  if (listed.length === 0) return [];
  const until = isDayOver() ? "the day is over, so none of them gets in" : "until the day is over";
  return [ok("Helpers", `${listed.length} in DOOR_EMAILS: ${until}`)];
}

/** Whether the mail server lets the site in; and, where an address is given, whether it takes an email to it. */
async function checkMail(url: string | undefined, mailTo: string | undefined): Promise<Check> {
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
