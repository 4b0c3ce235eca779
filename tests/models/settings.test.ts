import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings, SettingsError } from "#app/platform/env.server.ts";
import { newFolder } from "../support/new-folder.ts";

const problem = (settings: Record<string, string>): string => {
  try {
    readSettings(settings);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  return "";
};

test("without settings the site runs on port 3000 with its data in ./data", () => {
  const DATA_DIR = expect.stringMatching(/\/data$/);
  const defaults = { PORT: 3000, SITE_ORIGIN: "http://localhost:3000", ADMIN_EMAILS: [], DATA_DIR };
  expect(readSettings({})).toMatchObject(defaults);
});

test("an empty setting counts as not set, and the site's origin follows the port or SITE_URL", () => {
  const origin = (settings: Record<string, string>) => readSettings(settings).SITE_ORIGIN;
  const empty = readSettings({ PORT: "", SITE_URL: " ", SESSION_SECRET: "", ADMIN_EMAILS: "" });
  expect(empty).toMatchObject({ PORT: 3000, SITE_ORIGIN: "http://localhost:3000" });
  expect(origin({ PORT: "8080" })).toBe("http://localhost:8080");
  expect(origin({ SITE_URL: "https://byline.example.com/" })).toBe("https://byline.example.com");
});

test("a guessable token for the metrics is refused", () => {
  expect(problem({ METRICS_TOKEN: "short" })).toBe(
    "The site cannot start: METRICS_TOKEN must be a secret of at least 16 characters, without spaces.",
  );
  const long = "long-enough-to-be-one";
  expect(readSettings({ METRICS_TOKEN: ` ${long} ` }).METRICS_TOKEN).toBe(long);
  expect(readSettings({}).METRICS_TOKEN).toBeUndefined();
});

test("addresses from a provider for all organisations are not trusted", () => {
  const OAUTH = { OAUTH_CLIENT_ID: "id", OAUTH_CLIENT_SECRET: "secret", OAUTH_TRUST_EMAIL: "on" };
  const issuer = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
  for (const tenant of ["common", "organizations", "consumers"])
    expect(problem({ ...OAUTH, OAUTH_ISSUER: issuer(tenant) })).toMatch(/OAUTH_TRUST_EMAIL must be off with/);
  const own = readSettings({ ...OAUTH, OAUTH_ISSUER: issuer("5f0c1a52-3f1a-4b6e-9a57-1f1f0d1c2b3a") });
  expect(own.oauth?.trustsEmail).toBe(true);
});

test("quotation marks around a list are no part of its addresses", () => {
  const quoted = readSettings({ ADMIN_EMAILS: '"ana@example.com, o\'brien@example.com"' });
  expect(quoted.ADMIN_EMAILS).toEqual(["ana@example.com", "o'brien@example.com"]);
});

test("lists are separated by commas", () => {
  const settings = readSettings({
    ADMIN_EMAILS: "Ana@Example.com, *@newsroom.example.org, q&a@Bücher.example, *@bücher.example",
    SESSION_SECRET: `${"a".repeat(32)},${"b".repeat(32)}`,
  });
  // Internationalised domains are converted to Punycode.
  const encoded = ["q&a@xn--bcher-kva.example", "*@xn--bcher-kva.example"];
  expect(settings.ADMIN_EMAILS).toEqual(["ana@example.com", "*@newsroom.example.org", ...encoded]);
  expect(settings.SESSION_SECRET).toEqual(["a".repeat(32), "b".repeat(32)]);
});

test.each(
  Object.entries({
    PORT: ["http", "70000", "80.5"],
    CARD_FONT: ["/nowhere/font.ttf", "package.json"],
    SITE_URL: ["byline.example.com", "ftp://byline.example.com", "https://byline.example.com/site"],
    SESSION_SECRET: ["short"],
    ADMIN_EMAILS: ["ana"],
    DOOR_EMAILS: ["hans"],
    API_TOKENS: ["sync:full:abc", `sync:full:${"0".repeat(64)}`],
    SMTP_URL: [
      ...["mail.example.com", "https://mail.example.com", "smtp://"],
      "smtp://user:secret@mail.example.com?requireTLS=false",
      "smtp://user:secret@localhost.example.com?requireTLS=0",
    ],
    MAIL_FROM: ["Byline", "Byline <hello>"],
    NOTIFY_EMAIL: ["ana", "ana@example.com; ben@example.com"],
    NOTIFY_AT: ["daily", "25:00", "8:00", "08:00 16:00", "08:60"],
    UNDO_SECONDS: ["-1", "1.5"],
    MAIL_RETRY_SECONDS: ["0", "soon"],
  }).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
)("a wrong %s (%s) stops the start with a sentence that names it", (name, value) => {
  expect(problem({ [name]: value })).toMatch(new RegExp(`^The site cannot start: ${name} must be .+\\.$`));
});

test("all wrong settings are named at once", () => {
  expect(problem({ PORT: "x", SESSION_SECRET: "y" })).toMatch(/PORT .*; SESSION_SECRET /);
});

test("each secret can be in a file, and an unusable file stops the start with a sentence", () => {
  const file = join(newFolder(), "secret");
  const from = (name: string, secret: string) => {
    writeFileSync(file, `${secret}\n`);
    return readSettings({ [`${name}_FILE`]: file });
  };
  const long = "a secret of tests that is long enough";
  expect(from("SESSION_SECRET", long).SESSION_SECRET).toEqual([long]);
  expect(from("METRICS_TOKEN", "long-enough-to-be-one").METRICS_TOKEN).toBe("long-enough-to-be-one");
  expect(from("SMTP_URL", "smtp://mail.example.com").SMTP_URL).toBe("smtp://mail.example.com");
  expect(from("OAUTH_CLIENT_SECRET", "x").OAUTH_CLIENT_SECRET).toBe("x");
  expect(from("S3_SECRET_ACCESS_KEY", "x").S3_SECRET_ACCESS_KEY).toBe("x");
  expect(() => from("API_TOKENS", "x")).toThrow("API_TOKENS must be entries");

  const refused = /^The site cannot start: SMTP_URL_FILE must be the path of a file .*without SMTP_URL/;
  expect(problem({ SMTP_URL_FILE: "/not/there" })).toMatch(refused);
  expect(problem({ SMTP_URL_FILE: file, SMTP_URL: "smtp://mail.example.com" })).toMatch(refused);
  writeFileSync(file, "\n");
  expect(problem({ SMTP_URL_FILE: file })).toMatch(refused);
});

test("a mistyped setting of ours is named with the setting meant, and no other program's", () => {
  const mistyped = (...names: string[]) =>
    readSettings(Object.fromEntries(names.map((name) => [name, ""]))).mistyped.map(
      ({ given, meant }) => `${given} ${meant}`,
    );
  expect(mistyped("SMPT_URL", "ADMIN_EMAIL", "smtp_url", "API_TOKEN", "SESSION_SECRET_FIEL")).toEqual([
    "SMPT_URL SMTP_URL",
    "ADMIN_EMAIL ADMIN_EMAILS",
    "smtp_url SMTP_URL",
    "API_TOKEN API_TOKENS",
    "SESSION_SECRET_FIEL SESSION_SECRET_FILE",
  ]);
  const others = ["HOSTS", "POST", "NODE_ENV", "SITE_UID", "DOMAIN", "AWS_S3_BUCKET", "npm_config_cache"];
  const own = ["SMTP_URL", "SITE_URL", "SMTP_URL_FILE", "DATA_DIR", "NOTIFY_AT", "NOTIFY_EMAIL", "MAIL_FROM"];
  expect(mistyped(...others, ...own)).toEqual([]);
});

test("proxies are not trusted by default, and limits have defaults", () => {
  expect(readSettings({})).toMatchObject({ TRUST_PROXY: 0, RATE_LIMIT: 30 });
  expect(readSettings({ TRUST_PROXY: "2" }).TRUST_PROXY).toBe(2);
  expect(problem({ TRUST_PROXY: "yes" })).toContain("TRUST_PROXY must be the number of proxies");
  const given = { on: 30, off: null, "200": 200, " 1 ": 1, "": 30 };
  for (const [RATE_LIMIT, limit] of Object.entries(given))
    expect(readSettings({ RATE_LIMIT }).RATE_LIMIT, RATE_LIMIT).toBe(limit);
});

test.each(["no", "0", "-5", "1.5", "1e3", "200 per hour", "ON", "0200", "9999999", "Infinity"])(
  "RATE_LIMIT=%s keeps the site from starting, with a sentence that shows the format",
  (given) => {
    expect(problem({ RATE_LIMIT: given })).toBe(
      "The site cannot start: RATE_LIMIT must be on, off, or the number of registrations allowed from one network in 10 minutes, like 200.",
    );
  },
);

test("the time of a page can be set in the demo only", () => {
  expect(readSettings({})).toMatchObject({ DEMO: "off", HSTS_SUBDOMAINS: "off" });
  expect(readSettings({ DEMO: "on" }).DEMO).toBe("on");
  expect(problem({ DEMO: "yes" })).toContain("DEMO must be on or off");
});

test("mail is off until SMTP_URL is set, and its sender may have a name", () => {
  expect(readSettings({})).toMatchObject({ NOTIFY_EMAIL: [], MAIL_RETRY_SECONDS: 60 });
  expect(readSettings({}).SMTP_URL).toBeUndefined();
  expect(readSettings({ SMTP_URL: "smtps://user:p%40ss@mail.example.com" }).SMTP_URL).toContain("p%40ss");
  expect(problem({ SMTP_URL: "http://user:secret@mail.example.com" })).not.toContain("secret");
  expect(problem({ SMTP_URL: "smtp://user:secret@mail.example.com?requireTLS=false" })).toBe(
    "The site cannot start: SMTP_URL must be without a password when it has requireTLS=false: the password would be sent unencrypted.",
  );
  for (const SMTP_URL of [
    "smtp://mail.example.com?requireTLS=false",
    "smtp://user:secret@mail.example.com?requireTLS=true",
    "smtp://user:secret@127.0.0.1?requireTLS=false",
    "smtp://user:secret@[::1]?requireTLS=false",
    "smtps://user:secret@mail.example.com?requireTLS=false",
  ])
    expect(readSettings({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL);
  const address = "hello@example.com";
  expect(readSettings({ MAIL_FROM: address }).MAIL_FROM).toEqual({ name: null, address });
  const named = readSettings({ MAIL_FROM: `Byline 2025 <${address}>` });
  expect(named.MAIL_FROM).toEqual({ name: "Byline 2025", address });
  expect(readSettings({ NOTIFY_EMAIL: "ana@example.com, ben@example.com" }).NOTIFY_EMAIL).toHaveLength(2);
});

test("images in a bucket need the bucket and its keys; the default is the disk", () => {
  for (const ignored of [{}, { S3_BUCKET: "portraits" }]) expect(readSettings(ignored).s3).toBeNull();
  expect(problem({ IMAGE_STORE: "s3", S3_BUCKET: "portraits" })).toBe(
    "The site cannot start: IMAGE_STORE is s3, which needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
  );
  expect(problem({ IMAGE_STORE: "bucket" })).toBe("The site cannot start: IMAGE_STORE must be disk or s3.");
  const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readSettings({ IMAGE_STORE: "s3", S3_BUCKET: "portraits", ...keys }).s3).toEqual({
    endpoint: undefined,
    region: "us-east-1",
    bucket: "portraits",
    accessKeyId: "id",
    secretAccessKey: "secret",
  });
});
