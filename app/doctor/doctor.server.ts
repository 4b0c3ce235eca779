import { checkProvider } from "#app/auth/oauth.server.ts";
import { conference } from "#app/conference/conference.ts";
import { attempt, type Check, errorReason, ok, problem, warning } from "#app/doctor/check.server.ts";
import { checkDataFolder, checkSecret, takeRightsOfOwner } from "#app/doctor/server-checks.server.ts";
import { fetchJson } from "#app/http/bounded-fetch.server.ts";
import { createProbe, PROBE_HEADER } from "#app/http/proxy-probe.server.ts";
import { createMailer, getSender, parseMailRefusal } from "#app/mail/mailer.server.ts";
import { createS3Storage } from "#app/models/image/s3-store.server.ts";
import { env } from "#app/platform/env.server.ts";
import { capitalise } from "#app/platform/text.ts";

/** Changes nothing, and opens the database without the site's own module, which would migrate it. */
export async function runChecks(mailTo: string | undefined): Promise<Check[]> {
  const user = await attempt("User", () => takeRightsOfOwner(env.DATA_DIR));
  const checks = await Promise.all([
    attempt("Data folder", () => checkDataFolder(env.DATA_DIR)),
    attempt("Images", checkImageStore),
    attempt("Address", checkAddress),
    attempt("Identity provider", checkLogin),
    attempt("Email", async () => [await checkMail(mailTo)]),
  ]);
  return [...user, ...checks.flat()];
}

async function checkImageStore(): Promise<Check[]> {
  if (!env.s3) return [];
  const bucket = `the bucket ${env.s3.bucket}`;
  try {
    await createS3Storage(env.s3).list();
    return [ok("Images", `${bucket} can be read`)];
  } catch (error) {
    const remedy =
      "Check S3_ENDPOINT, S3_REGION, S3_BUCKET and both keys. The keys must permit listing, reading, writing and deleting.";
    return [problem("Images", `${bucket} cannot be read: ${errorReason(error)}`, remedy)];
  }
}

/** Sends a request to the site's public URL, through every proxy in front of the site. */
async function checkAddress(): Promise<Check[]> {
  const { SITE_ORIGIN: origin, isSiteOriginKnown, TRUST_PROXY } = env;
  const found = `SITE_URL is not set, so links in emails lead to ${origin}`;
  const remedy = "Set it to the address that visitors see, such as https://conference.example.com.";
  const unset = isSiteOriginKnown ? [] : [warning("SITE_URL", found, remedy)];
  const asked = await ask(origin);
  if ("status" in asked) return [...unset, asked];
  const address = ok("Address", `${origin} leads to this site, version ${asked.version}`);
  const proxies = checkProxies(TRUST_PROXY, asked.hops);
  const size = await attempt("Upload size", () => checkUploadSize(origin));
  return [...unset, address, proxies, ...size, ...checkReferrerPolicy(asked.policy)];
}

async function ask(origin: string): Promise<Check | { version: string; hops: number; policy: string }> {
  const name = "Address";
  if (checkSecret(env.DATA_DIR).status !== "ok")
    return warning(name, "it was not checked, because the doctor needs the secret", "See the secret above.");
  try {
    const headers = { [PROBE_HEADER]: createProbe() };
    const answer = await fetchJson(`${origin}/healthz`, { headers, redirect: "manual" });
    const { status, json } = answer;
    const policy = answer.headers.get("Referrer-Policy") ?? "";
    const body = (json ?? {}) as { status?: string; version?: string; forwardedFor?: number };
    const { version, forwardedFor } = body;
    if (status === 503 && version !== undefined)
      return problem(name, `the site at ${origin} reports: ${body.status}`, "See the data folder above.");
    if (status === 200 && version !== undefined) {
      if (forwardedFor !== undefined) return { version, hops: forwardedFor, policy };
      return problem(
        name,
        `the site at ${origin} has a different secret`,
        "It may be on another server, or use another DATA_DIR. Check the DNS record and SESSION_SECRET.",
      );
    }
    return problem(
      name,
      `${origin}/healthz returned ${status}`,
      "Check the proxy in front of the site: does it forward every path and host name? If it leads elsewhere, SITE_URL may be wrong.",
    );
  } catch (error) {
    return problem(
      name,
      `${origin} does not respond: ${errorReason(error)}`,
      "Check in this order: is the site running, does the DNS record point to this server, are the ports open, is the certificate valid? Some networks do not let a server reach its own public URL. In that case, try from another computer.",
    );
  }
}

const UPLOAD_BYTES = 10 * 1024 * 1024;

/** Sends as much as the largest image. No route reads it, so only a proxy refuses its size. */
async function checkUploadSize(origin: string): Promise<Check[]> {
  const name = "Upload size";
  const body = new Uint8Array(UPLOAD_BYTES);
  const { status } = await fetchJson(`${origin}/healthz`, { method: "POST", body, redirect: "manual" });
  if (status !== 413) return [ok(name, "images of 10 MB arrive")];
  const found = "a proxy refuses images of 10 MB (413)";
  return [problem(name, found, "Raise its limit for request bodies: client_max_body_size 12m; in nginx.")];
}

function checkProxies(trusted: number, hops: number): Check {
  const found = `${hops === 1 ? "1 address arrives" : `${hops} addresses arrive`} in X-Forwarded-For, and TRUST_PROXY is ${trusted}`;
  // The site itself has no TLS, so https: means a proxy.
  if (hops === 0 && (trusted > 0 || env.SITE_ORIGIN.startsWith("https:")))
    return problem("Proxies", found, SEND_HEADER);
  if (hops === trusted) return ok("Proxies", found);
  const remedy =
    hops > trusted
      ? `All visitors share one rate limit. Set TRUST_PROXY=${hops} if all of these proxies are yours.`
      : `Visitors can evade the rate limits with a forged address. Set TRUST_PROXY=${hops}.`;
  return problem("Proxies", found, remedy);
}

const SEND_HEADER =
  "All visitors share one rate limit. Let the proxy send the visitor’s address: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; in nginx. Without a proxy, remove TRUST_PROXY.";

/** With no-referrer, browsers send forms without their origin. The site never sends it. */
function checkReferrerPolicy(policy: string): Check[] {
  if (!policy.split(/,\s*/).includes("no-referrer")) return [];
  const found = "a proxy sends no-referrer, so forms from older browsers are refused";
  return [warning("Referrer-Policy", found, "Remove this header from the proxy. The site sends its own.")];
}

async function checkLogin(): Promise<Check[]> {
  const { ADMIN_EMAILS, oauth, SITE_ORIGIN } = env;
  const organisers =
    ADMIN_EMAILS.length > 0
      ? ok("Organisers", `${ADMIN_EMAILS.length} in ADMIN_EMAILS`)
      : problem("Organisers", "ADMIN_EMAILS is empty", "Add the addresses of the organisers.");
  const name = "Identity provider";
  if (!oauth) return [organisers, ok(name, "none: organisers log in with one-time links")];
  const redirect = `register this redirect URL there: ${SITE_ORIGIN}/api/login`;
  try {
    await checkProvider();
    return [organisers, ok(name, `${oauth.issuer} responds; ${redirect}`)];
  } catch (error) {
    const found = `${oauth.issuer} cannot be used: ${errorReason((error as Error).cause ?? error)}`;
    const remedy = `OAUTH_ISSUER must equal the provider’s own issuer, and this server must be able to reach it. ${capitalise(redirect)}.`;
    return [organisers, problem(name, found, remedy)];
  }
}

async function checkMail(mailTo: string | undefined): Promise<Check> {
  const name = "Email";
  const waits = conference.registration.waitingList ? ", and no places are offered" : "";
  if (env.SMTP_URL === undefined)
    return warning(
      name,
      `it is not set up, so emails are waiting${waits}`,
      "Set SMTP_URL to your mail server.",
    );
  const mailer = await createMailer(env.SMTP_URL);
  const from = getSender().address;
  try {
    await mailer.check();
    if (mailTo === undefined) return ok(name, `the mail server accepts the login; ${from} is the sender`);
    const signal = AbortSignal.timeout(60_000);
    await mailer.send(testMail(from, mailTo), signal);
    return ok(name, `the mail server accepted an email from ${from} to ${mailTo}; check that it arrives`);
  } catch (error) {
    return problem(
      name,
      parseMailRefusal(error).problem,
      "Check SMTP_URL: host, port, user and password, with special characters percent-encoded. MAIL_FROM must be an address that this mail server lets you send from.",
    );
  } finally {
    mailer.close();
  }
}

const testMail = (from: string, to: string) => ({
  from: { name: conference.name, address: from },
  to: { name: "", address: to },
  subject: `A test from ${conference.name}`,
  text: "This is a test from the conference site. Its emails reach this address.",
  headers: { "Auto-Submitted": "auto-generated" },
});
