// npm run demo and npm run dev serve the sample conference locally from ./data/demo.
// With `-- large`, they serve examples/large from ./data/demo-large.
import { type ChildProcess, spawn } from "node:child_process";

/** The child process, which Ctrl+C stops first. */
let running: ChildProcess | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => (running ? running.kill(signal) : process.exit(0)));
}

const isDev = process.argv.includes("--dev");
const port = process.env.PORT ?? "3000";
const siteOrigin = process.env.SITE_URL ?? `http://localhost:${port}`;
const isLarge = process.argv.includes("large");
process.env.DATA_DIR ??= isLarge ? "./data/demo-large" : "./data/demo";
if (isLarge) process.env.CONFERENCE_FILE ??= "examples/large/conference.json";
process.env.PORT = port;
process.env.DEMO = "on";
process.env.NODE_ENV = isDev ? "development" : "production";

const { isConferenceEmpty, seedSampleConference } = await import("#app/sample/seed.server.ts");
const { sqlite } = await import("#app/db/connection.server.ts");
if (await isConferenceEmpty()) {
  if (isLarge) await (await import("./large-conference.ts")).importLargeConference();
  else await seedSampleConference();
}
sqlite.close();

const { ACCOUNTS, OIDC_CLIENT, startIdentityProvider } = await import("./identity-provider.ts");
if (!process.env.OAUTH_ISSUER) {
  const provider = await startIdentityProvider({ port: Number(port) + 1, siteOrigin });
  process.env.OAUTH_ISSUER = provider.issuer;
  process.env.OAUTH_CLIENT_ID = OIDC_CLIENT.id;
  process.env.OAUTH_CLIENT_SECRET = OIDC_CLIENT.secret;
  process.env.ADMIN_EMAILS ??= ACCOUNTS[0]?.email ?? "";
}

if (!process.env.SMTP_URL) {
  const { startMailCatcher } = await import("./mail-catcher.ts");
  process.env.SMTP_URL = await startMailCatcher(Number(port) + 2, `${process.env.DATA_DIR}-mail`);
}

if (!isDev) {
  const status = await run("npm", ["run", "build"]);
  if (status !== 0) process.exit(status ?? 1);
}
console.log(`
  The ${isLarge ? "large" : "sample"} conference: http://localhost:${port}
  Register there; the data is in ${process.env.DATA_DIR}/conference.db
  Emails are saved as files in ${process.env.DATA_DIR}-mail, unless SMTP_URL is set
  The organisers' panel: http://localhost:${port}/admin
  Log in as ${process.env.ADMIN_EMAILS}; stranger@example.com has no access.
  Stop with Ctrl+C. To start from scratch, delete ${process.env.DATA_DIR}.
`);
const status = isDev ? await run("react-router", ["dev", "--port", port]) : await run("npm", ["start"]);
process.exit(status ?? 0);

/** Returns the exit status, or null if a signal ended the command. */
function run(command: string, args: string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    running = spawn(command, args, { stdio: "inherit" }).once("exit", resolve).once("error", reject);
  });
}
