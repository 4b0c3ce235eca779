// The only file that reads process.env.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { type ApiToken, readTokenEntry } from "#app/platform/api-token.server.ts";
import { isMailServerUrl, leaksPassword, toDnsForm } from "#app/platform/mail-server-url.server.ts";
import { isOneTypo } from "#app/platform/text.ts";

export class SettingsError extends Error {}

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error });

const text = z.string().trim().optional();
const wholeNumber = (most: number, what: string) => {
  const error = `must be ${what}, 0 to ${most}`;
  return z.coerce.number(error).int(error).min(0, error).max(most, error);
};
const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const EMAIL_OR_DOMAIN = /^(\*|[^\s@*]+)@[^\s@*]+$/;
const NOT_EMAILS = "must be email addresses separated by commas";

/** Email addresses in lower case. `*@` before a domain matches every address at the domain. */
const emailList = (pattern: RegExp, error: string) =>
  z
    .string()
    .default("")
    // Some tools pass the quotation marks of an .env file on.
    .transform((value) => splitList(value.replace(/^(["'])(.*)\1$/, "$2")))
    .transform((entries) => entries.map((entry) => toDnsForm(entry.toLowerCase())))
    .refine((entries) => entries.every((entry) => pattern.test(entry)), error);
const people = emailList(EMAIL_OR_DOMAIN, `${NOT_EMAILS}; *@example.org allows a whole domain`);

const NOTICE_TIMES = /^(each|hourly|(([01]\d|2[0-3]):[0-5]\d(\s*,\s*|$))+)$/;
const RETRY_RANGE = "must be a number of seconds, 0.01 to 3600";
const NO_FONT = "must be the path of a font file that the site can read, TTF or OTF";

const Settings = z
  .object({
    PORT: wholeNumber(65535, "a port number").default(3000),
    HOST: text,
    DATA_DIR: z.string().default("./data"),
    CONFERENCE_FILE: z.string().optional(),
    CARD_FONT: z.string().refine(isFont, NO_FONT).optional(),
    SITE_URL: httpUrl("must be the site's public URL, like https://conference.example.com")
      .refine(isOrigin, "must be an address without a path, like https://conference.example.com")
      .optional(),
    SESSION_SECRET: z
      .string()
      .transform(splitList)
      .refine(
        (secrets) => secrets.length > 0 && secrets.every((secret) => secret.length >= 32),
        "must be a secret of at least 32 characters, or several separated by commas (the first one signs)",
      )
      .optional(),
    ADMIN_EMAILS: people,
    DOOR_EMAILS: people,
    TRUST_PROXY: wholeNumber(9, "the number of proxies in front of the site").default(0),
    API_TOKENS: z
      .string()
      .default("")
      .transform((value) => splitList(value).map(readTokenEntry))
      .refine(
        (tokens): tokens is ApiToken[] =>
          tokens.every((token) => token !== null) &&
          new Set(tokens.map(({ name }) => name)).size === tokens.length,
        "must be entries as printed by npm run api:token, each with a unique name, separated by commas",
      ),
    HSTS_SUBDOMAINS: z.enum(["on", "off"], "must be on or off").default("off"),
    DEMO: z.enum(["on", "off"], "must be on or off").default("off"),
    RATE_LIMIT: z
      .string()
      .trim()
      .regex(
        /^(on|off|[1-9]\d{0,5})$/,
        "must be on, off, or the number of registrations allowed from one network in 10 minutes, like 200",
      )
      .default("on")
      .transform((value) => (value === "off" ? null : value === "on" ? 30 : Number(value))),
    METRICS_TOKEN: z
      .string()
      .trim()
      .regex(/^\S{16,}$/, "must be a secret of at least 16 characters, without spaces")
      .optional(),
    IMAGE_STORE: z.enum(["disk", "s3"], "must be disk or s3").default("disk"),
    S3_ENDPOINT: httpUrl("must be the URL of an S3-compatible store, like https://s3.example.com").optional(),
    S3_REGION: z.string().trim().default("us-east-1"),
    S3_BUCKET: text,
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    OAUTH_ISSUER: httpUrl(
      "must be the address of an OpenID Connect provider, like https://accounts.example.com",
    ).optional(),
    OAUTH_CLIENT_ID: text,
    OAUTH_CLIENT_SECRET: text,
    OAUTH_TRUST_EMAIL: z.enum(["on", "off"], "must be on or off").default("off"),
    SMTP_URL: z
      .string()
      .trim()
      .refine(isMailServerUrl, {
        error: "must be the address of a mail server, like smtp://user:password@mail.example.com:587",
        abort: true,
      })
      .refine(
        (value) => !leaksPassword(value),
        "must be without a password when it has requireTLS=false: the password would be sent unencrypted",
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(readMailbox)
      .refine(
        (mailbox) => mailbox !== null,
        "must be an email address, with or without a name, like Our Conference <hello@example.com>",
      )
      .optional(),
    NOTIFY_EMAIL: emailList(EMAIL, NOT_EMAILS),
    NOTIFY_AT: z
      .string()
      .trim()
      .regex(NOTICE_TIMES, "must be each, hourly, or times of the day such as 08:00,16:00")
      .default("each")
      .transform((value) => (value === "each" || value === "hourly" ? value : splitList(value))),
    UNDO_SECONDS: wholeNumber(600, "a whole number of seconds").default(30),
    MAIL_RETRY_SECONDS: z.coerce
      .number(RETRY_RANGE)
      .min(0.01, RETRY_RANGE)
      .max(3600, RETRY_RANGE)
      .default(60),
  })
  .refine(
    ({ OAUTH_ISSUER, OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET }) =>
      !OAUTH_ISSUER || (OAUTH_CLIENT_ID && OAUTH_CLIENT_SECRET),
    {
      path: ["OAUTH_ISSUER"],
      error: "must come with OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET",
    },
  )
  .refine(
    ({ IMAGE_STORE, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
      IMAGE_STORE === "disk" || (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY),
    {
      path: ["IMAGE_STORE"],
      error: "is s3, which needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
    },
  )
  .refine((settings) => settings.OAUTH_TRUST_EMAIL === "off" || !SHARED.test(settings.OAUTH_ISSUER ?? ""), {
    path: ["OAUTH_TRUST_EMAIL"],
    error:
      "must be off with an OAUTH_ISSUER shared by many organisations, whose administrators can give an account any address; use your organisation's issuer",
  });

const SECRETS =
  "SESSION_SECRET API_TOKENS METRICS_TOKEN SMTP_URL OAUTH_CLIENT_SECRET S3_SECRET_ACCESS_KEY".split(" ");
const inFile = (name: string) => `${name}_FILE`;
type Source = Record<string, string | undefined>;

/** Reads the secrets whose files are named, such as SMTP_URL_FILE. @throws SettingsError */
function readSecretFiles(source: Source): Source {
  const named = SECRETS.filter((name) => source[inFile(name)]?.trim());
  const read = named.map((name) => {
    try {
      const secret = readFileSync(source[inFile(name)]?.trim() ?? "", "utf8").trim();
      if (secret !== "" && !source[name]?.trim()) return { [name]: secret };
    } catch {
      // The message is the same.
    }
    const must = `must be the path of a file with the secret that the site can read, without ${name} beside it`;
    throw new SettingsError(`The site cannot start: ${inFile(name)} ${must}.`);
  });
  return Object.assign({}, ...read);
}

/** Without short names such as HOST, because similar ones may be another program's. */
const LONG_NAMES = [...Object.keys(Settings.shape), ...SECRETS.map(inFile)].filter((name) =>
  name.includes("_"),
);

/** Returns names that differ from a setting's by one typo or by case, with the setting meant. */
const findMistyped = (source: Source) =>
  Object.keys(source).flatMap((given) =>
    LONG_NAMES.filter((name) => name !== given)
      .filter((name) => name === given.toUpperCase() || isOneTypo(given.toUpperCase(), name))
      .map((meant) => ({ given, meant })),
  );

const SHARED = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/** Parses `name@example.com` or `A name <name@example.com>`. Returns null if invalid. */
function readMailbox(value: string): { name: string | null; address: string } | null {
  const [, name, address = value.trim()] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(value.trim()) ?? [];
  return EMAIL.test(address) ? { name: name?.trim() || null, address } : null;
}

function splitList(value: string): string[] {
  return value.split(",").flatMap((part) => part.trim() || []);
}

function isFont(path: string): boolean {
  try {
    return ["00010000", "4f54544f", "74727565"].includes(readFileSync(path).toString("hex", 0, 4));
  } catch {
    return false;
  }
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
}

/** @throws SettingsError with one sentence that names every invalid variable. */
export function readSettings(source: Source) {
  // An empty value counts as not set.
  const given = Object.entries({ ...source, ...readSecretFiles(source) }).filter(
    ([, value]) => value?.trim() !== "",
  );
  const parsed = Settings.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new SettingsError(`The site cannot start: ${problems.join("; ")}.`);
  }
  const { SITE_URL, DATA_DIR, ...settings } = parsed.data;
  const { OAUTH_ISSUER, OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_TRUST_EMAIL } = settings;
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  return {
    ...settings,
    mistyped: findMistyped(source),
    /** The OpenID Connect provider; null if organisers log in only with one-time links. */
    oauth:
      OAUTH_ISSUER && OAUTH_CLIENT_ID && OAUTH_CLIENT_SECRET
        ? {
            issuer: OAUTH_ISSUER,
            clientId: OAUTH_CLIENT_ID,
            clientSecret: OAUTH_CLIENT_SECRET,
            /** True if email addresses count as verified without a claim from the provider. */
            trustsEmail: OAUTH_TRUST_EMAIL === "on",
          }
        : null,
    /** Bucket for uploaded images; null if images are stored in DATA_DIR. */
    s3:
      settings.IMAGE_STORE === "s3" && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? {
            endpoint: settings.S3_ENDPOINT,
            region: settings.S3_REGION,
            bucket: S3_BUCKET,
            accessKeyId: S3_ACCESS_KEY_ID,
            secretAccessKey: S3_SECRET_ACCESS_KEY,
          }
        : null,
    /** Absolute path of the folder with all persistent data. */
    DATA_DIR: resolve(DATA_DIR),
    /** False without SITE_URL; SITE_ORIGIN is then a default address on localhost. */
    isSiteOriginKnown: SITE_URL !== undefined,
    /** Public origin, without a trailing slash. */
    SITE_ORIGIN: new URL(SITE_URL ?? `http://localhost:${settings.PORT}`).origin,
  };
}

/** If a setting is invalid, exits with an error message instead of a stack trace. */
export function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export const env = orExit(() => readSettings(process.env));
